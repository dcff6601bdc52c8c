# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

"""Prints the records of an OTF2 archive, as libotf2 hands them to Python with clock offsets applied: a JSON list a line, of what an event of CTF has of it.

    ["global_def", "GlobalDef_Region", [0, 6, ...]]       a definition: its fields
    ["3", "Event_Enter", 17, [4]]                         an event of location 3: its time, and its fields without the location
    ["3", "EventAttribute_UInt64", 17, [2, 1155392]]      an attribute of the event before

usage: otf2_records.py ARCHIVE.otf2
"""

import ctypes
import json
import sys

import _otf2

TYPES = ["", "UInt8", "UInt16", "UInt32", "UInt64", "Int8", "Int16", "Int32", "Int64", "Float", "Double", "String", "Attribute",
         "Location", "Region", "Group", "Metric", "Comm", "Parameter", "RmaWin", "SourceCodeLocation", "CallingContext",
         "InterruptGenerator", "IoFile", "IoHandle", "LocationGroup"]
MEMBERS = {"UInt8": "uint8", "UInt16": "uint16", "UInt32": "uint32", "UInt64": "uint64", "Int8": "int8", "Int16": "int16",
           "Int32": "int32", "Int64": "int64", "Float": "float32", "Double": "float64", "Location": "uint64"}
# Fields that came with OTF2 3.0, in what CTF has without them.
NEW_FIELDS = {"ClockProperties": 1, "LocationGroup": 1, "Comm": 1, "RmaWin": 1}


def plain(value):
    return plain(value.value) if hasattr(value, "value") else value


def put(*record):
    print(json.dumps(record))


def value_of(type_name, value):
    return getattr(value, MEMBERS.get(type_name, "uint32"))


def type_name(type_id):
    return TYPES[plain(type_id)]


def attributes_of(attributes):
    for i in range(_otf2.AttributeList_GetNumberOfElements(attributes) if attributes else 0):
        attribute, type_id, value = _otf2.AttributeList_GetAttributeByIndex(attributes, i)
        yield type_name(type_id), plain(attribute), value_of(type_name(type_id), value)


def event_callback(name):
    def on_event(location, time, position, user_data, attributes, *fields):
        where, time = str(plain(location)), plain(time)
        arguments, values = [], []
        if name == "ProgramBegin":
            *fields, arguments = fields
        if name == "Metric":
            metric, types, values = fields
            fields = (metric, len(types))
        put(where, "Event_" + name, time, [plain(field) for field in fields])
        for kind, attribute, value in attributes_of(attributes):
            put(where, "EventAttribute_" + kind, time, [attribute, value])
        for argument in arguments:
            put(where, "ProgramArgument_String", time, [plain(argument)])
        for i, value in enumerate(values):
            kind = type_name(types[i])
            member = {"UInt64": "unsigned_int", "Int64": "signed_int", "Double": "floating_point"}[kind]
            put(where, "MetricValue_" + kind, time, [plain(metric), i, getattr(value, member)])
    return on_event


def definition_callback(name):
    def on_definition(user_data, *fields):
        fields, value = list(fields), None
        if name == "IoParadigm":
            *fields, properties, types, values = fields
            fields.append(len(properties))
        elif fields and isinstance(fields[-1], _otf2.AttributeValue):
            *fields, type_id, value = fields
        if name == "Group":
            *fields, members = fields
            fields.append(len(members))
        if name in NEW_FIELDS:
            fields = fields[:-NEW_FIELDS[name]]
        put("global_def", "GlobalDef_" + name,
            [[plain(each) for each in field] if isinstance(field, list) else plain(field) for field in fields])
        if value is not None:
            put("global_def", "GlobalDefAttribute_" + type_name(type_id), [value_of(type_name(type_id), value)])
        if name == "Group":
            for rank, member in enumerate(members):
                put("global_def", "GlobalDef_GroupMember", [plain(fields[0]), rank, plain(member)])
        if name == "IoParadigm":
            for each, type_id, value in zip(properties, types, values):
                put("global_def", "GlobalDef_IoParadigmProperty", [plain(fields[0]), plain(each)])
                put("global_def", "GlobalDefAttribute_" + type_name(type_id), [value_of(type_name(type_id), value)])
    return on_definition


def set_all(prefix, callbacks, make):
    """Sets all callbacks that there are, and keeps them."""
    kept = []
    for function in dir(_otf2):
        name = function.removeprefix(prefix + "_Set").removesuffix("Callback")
        if function == f"{prefix}_Set{name}Callback" and name != "Unknown":
            kept.append(make(name))
            getattr(_otf2, function)(callbacks, kept[-1])
    return kept


def main():
    reader = _otf2.Reader_Open(sys.argv[1])
    _otf2.Reader_SetSerialCollectiveCallbacks(reader)
    callbacks = _otf2.GlobalDefReaderCallbacks_New()
    kept = set_all("GlobalDefReaderCallbacks", callbacks, definition_callback)
    locations = []
    on_location = definition_callback("Location")

    def note_location(user_data, location, *fields):
        locations.append(plain(location))
        on_location(user_data, location, *fields)

    _otf2.GlobalDefReaderCallbacks_SetLocationCallback(callbacks, note_location)
    definitions = _otf2.Reader_GetGlobalDefReader(reader)
    _otf2.Reader_RegisterGlobalDefCallbacks(reader, definitions, callbacks, None)
    _otf2.Reader_ReadAllGlobalDefinitions(reader, definitions)
    _otf2.Reader_CloseGlobalDefReader(reader, definitions)

    callbacks = _otf2.EvtReaderCallbacks_New()
    kept += set_all("EvtReaderCallbacks", callbacks, event_callback)
    for location in locations:
        _otf2.Reader_SelectLocation(reader, location)
    has_definitions = True
    try:
        _otf2.Reader_OpenDefFiles(reader)
    except _otf2.Error:
        has_definitions = False
    _otf2.Reader_OpenEvtFiles(reader)
    for location in locations:
        if has_definitions:
            own = _otf2.Reader_GetDefReader(reader, location)
            if own:
                _otf2.Reader_ReadAllLocalDefinitions(reader, own)
                _otf2.Reader_CloseDefReader(reader, own)
        events = _otf2.Reader_GetEvtReader(reader, location)
        if not events:
            continue
        _otf2.EvtReader_ApplyClockOffsets(events, True)
        _otf2.Reader_RegisterEvtCallbacks(reader, events, callbacks, None)
        _otf2.Reader_ReadAllLocalEvents(reader, events)
        _otf2.Reader_CloseEvtReader(reader, events)


main()
