# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause
"""What the hand-written helpers of each class of MPI functions are called with, before and after the real function."""

import re
from dataclasses import dataclass, field

# --- How helpers see the arguments -----------------------------------------------------------------------------------


class CView:
    """C expressions for the arguments of a C wrapper."""

    first_index = 0  # from which the MPI library counts requests

    def value(self, p):
        return p.name

    def out(self, p):
        return f"value_at({p.name})"

    def address(self, p):
        return f"&{p.name}" if p.kind == "request" else p.name

    def buffer_in_place(self, p):
        return f"{p.name} == MPI_IN_PLACE"

    def ignores(self, p):
        return f"{p.name} == " + ("MPI_STATUSES_IGNORE" if p.kind == "statuses" else "MPI_STATUS_IGNORE")

    def text(self, p):
        return f"text_at({p.name})"


class FortranView:
    """C expressions for the arguments of a Fortran wrapper, which are all addresses."""

    first_index = "fortran_first_index()"

    HANDLES = {"comm": "Comm", "datatype": "Type", "request": "Request", "message": "Message", "session": "Session",
               "win": "Win", "group": "Group", "op": "Op", "file": "File"}

    def value(self, p):
        if p.kind == "large_count":
            return f"*static_cast<const MPI_Count*>({p.name})"
        if p.kind == "offset":
            return f"*static_cast<const MPI_Offset*>({p.name})"
        handle = self.HANDLES.get(p.kind.split("_")[0])
        return f"PMPI_{handle}_f2c(*{p.name})" if handle else f"*{p.name}"

    def out(self, p):
        return self.value(p)

    def address(self, p):
        return p.name

    def buffer_in_place(self, p):
        return f"fortran_in_place({p.name})"

    def ignores(self, p):
        return f"fortran_ignores_{'statuses' if p.kind == 'statuses' else 'status'}({p.name})"

    def text(self, p):
        return f"trimmed(static_cast<const char*>({p.name}), {p.name}_length)"


# --- Classes -----------------------------------------------------------------------------------------------------------


@dataclass
class Around:
    """The lines before and after the real function. What is declared before can be used after it. `left`: what is done in place
    of `after` if the function does not return, but is left by an exception; what the arguments point to may be gone then."""
    before: list = field(default_factory=list)
    after: list = field(default_factory=list)
    left: list = field(default_factory=list)


def envelope(f, view, prefix=""):
    """An Envelope from the arguments; `prefix` chooses between those of MPI_Sendrecv."""
    receiving = prefix == "recv"
    peers = f.of_kind("rank")
    tags = f.of_kind("tag")
    peer = peers[-1] if receiving else peers[0]
    tag = tags[-1] if receiving else tags[0]
    count = f.named(prefix + "count") or f.named("count")
    datatype = f.named(prefix + "type") or f.named("datatype")
    values = [view.value(p) for p in (count, datatype, peer, tag, f.of_kind("comm")[0])]
    return "Envelope{{.count = {}, .datatype = {}, .peer = {}, .tag = {}, .comm = {}}}".format(*values)


def statuses_for(f, view, count="1"):
    """Statuses that can be read after the call, whether or not the program wants them."""
    status = f.of_kind("status", "statuses")[0]
    return [
        "OwnStatuses own;",
        f"{status.name} = own.unless_given({status.name}, {view.ignores(status)}, {count});",
    ]


def status_of(f):
    return f"Statuses({f.of_kind('status', 'statuses')[0].name})"


def comm_of(f, view):
    return view.value(f.of_kind("comm")[0])


def request_of(f, view):
    return view.out(f.of_kind("request_out")[0])


def flagged(f, view):
    """Whether the flag that the function returns, if it returns one, is set."""
    flag = f.of_kind("flag_out")
    return f"{view.out(flag[0])} != 0" if flag else "true"


TESTS = {"test", "testall", "testany", "testsome", "iprobe", "improbe", "parrived", "win_test"}


def tested(f, view):
    """What stands for what a function of TESTS tests."""
    if f.helper in ("iprobe", "improbe"):
        parameters = [f.named("source"), f.named("tag"), f.of_kind("comm")[0]]
    elif f.helper == "parrived":
        parameters = [f.of_kind("request")[0], f.named("partition")]
    elif f.helper == "win_test":
        parameters = f.of_kind("win")
    else:
        return f"tested_requests_of({requests_of(f, view)[0]})"
    return f"tested({', '.join(view.value(p) for p in parameters)})"


def begin(f, view):
    """The call of the function that enters `f`, from the wrapper that is at BEGUN."""
    if f.helper in TESTS:
        return f"begin_test_call(Function::{f.name}, BEGUN, {tested(f, view)})"
    return f"begin_call(Function::{f.name}, BEGUN)"


def if_it_waits(f, line):
    """`line` says what a call waits for. A test waits from the second in a row on."""
    return f"if (is_polling()) {line}" if f.helper in TESTS else line


def plain(f, view):
    return Around()


def init(f, view):
    return Around(["initializing();"], ["initialized(outcome);"])


def finalize(f, view):
    return Around(["finalizing();"])


def session_init(f, view):
    session = view.out(f.of_kind("session_out")[0])
    group = f"[&](MPI_Group* world) {{ PMPI_Group_from_session_pset({session}, \"mpi://WORLD\", world); }}"
    return Around([], [f"session_initialized(outcome, {group});"])


def session_finalize(f, view):
    return Around(["session_finalizing();"], ["session_finalized(outcome);"])


def send(f, view):
    return Around([f"blocking_send({envelope(f, view)});"])


def wait_for_message(f, view):
    source, tag = view.value(f.of_kind("rank")[-1]), view.value(f.of_kind("tag")[-1])
    return [f"const WaitForMessage awaited({comm_of(f, view)}, {source}, {tag});", if_it_waits(f, "awaited.may_wait();")]


def recv(f, view):
    return Around(statuses_for(f, view) + wait_for_message(f, view), [f"awaited.received(outcome, {status_of(f)}[0]);"])


def sendrecv(f, view):
    around = recv(f, view)
    around.before.insert(-2, f"blocking_send({envelope(f, view, 'send')});")
    return around


def isend(f, view):
    return Around([f"NonblockingSend send({envelope(f, view)});"], [f"send.started(outcome, {request_of(f, view)});"],
                  left=["send.started(MPI_ERR_OTHER, MPI_REQUEST_NULL);"])


def irecv(f, view):
    return Around([], [f"receive_started(outcome, {envelope(f, view)}, {request_of(f, view)});"])


def isendrecv(f, view):
    both = f"{envelope(f, view, 'send')}, {envelope(f, view, 'recv')}"
    return Around([f"NonblockingSendReceive both({both});"], [f"both.started(outcome, {request_of(f, view)});"],
                  left=["both.started(MPI_ERR_OTHER, MPI_REQUEST_NULL);"])


def send_init(f, view):
    return Around([], [f"send_initialized(outcome, {envelope(f, view)}, {request_of(f, view)});"])


def recv_init(f, view):
    return Around([], [f"receive_initialized(outcome, {envelope(f, view)}, {request_of(f, view)});"])


def before_probe(f, view):
    return statuses_for(f, view) + wait_for_message(f, view)


def probe(f, view):
    return Around(before_probe(f, view),
                  [f"message_probed(outcome, {flagged(f, view)}, {comm_of(f, view)}, {status_of(f)}[0]);"])


def mprobe(f, view):
    message = view.out(f.of_kind("message_out")[0])
    return Around(before_probe(f, view), [
        f"message_matched(outcome, {flagged(f, view)}, {comm_of(f, view)}, {message}, {status_of(f)}[0]);"])


def take_message(f, view):
    return f"const MatchedMessage matched = take_matched_message({view.out(f.of_kind('message_inout')[0])});"


def mrecv(f, view):
    return Around([take_message(f, view)] + statuses_for(f, view),
                  [f"matched_receive(outcome, matched, {status_of(f)}[0]);"])


def imrecv(f, view):
    return Around([take_message(f, view)], [f"matched_receive_started(outcome, matched, {request_of(f, view)});"])


def partitioned_init(f, view, helper):
    partitions = view.value(f.named("partitions"))
    return Around([], [f"{helper}(outcome, {envelope(f, view)}, {partitions}, {request_of(f, view)});"])


def psend_init(f, view):
    return partitioned_init(f, view, "partitioned_send_initialized")


def precv_init(f, view):
    return partitioned_init(f, view, "partitioned_receive_initialized")


def partitioned_request(f, view):
    return view.value(f.of_kind("request")[0])


def pready(f, view):
    return Around([f"partition_ready({partitioned_request(f, view)}, {view.value(f.named('partition'))});"])


def pready_range(f, view):
    first, last = (view.value(f.named(name)) for name in ("partition_low", "partition_high"))
    return Around([f"partition_range_ready({partitioned_request(f, view)}, {first}, {last});"])


def pready_list(f, view):
    length = view.value(f.named("length"))
    return Around([f"partition_list_ready({partitioned_request(f, view)}, array_of_partitions, {length});"])


def parrived(f, view):
    arguments = [partitioned_request(f, view), view.value(f.named("partition")), flagged(f, view)]
    return Around([], [f"partition_tested(outcome, {', '.join(arguments)});"])


def requests_of(f, view):
    one = f.of_kind("request", "request_inout")
    if one:
        return f"{view.address(one[0])}, 1", "1"
    array = f.of_kind("requests", "const_requests")[0]
    count = view.value(f.parameters[f.parameters.index(array) - 1])
    return f"{array.name}, {count}", count


def start(f, view):
    requests, _ = requests_of(f, view)
    return Around([f"PersistentStart start({requests});"], [f"start.started(outcome, {requests});"], left=["start.left();"])


def completion(f, view, status_count=None):
    requests, count = requests_of(f, view)
    of = "any" if f.name.endswith(("any", "some")) else "all"
    pending = if_it_waits(f, f"completion.may_wait_for_{of}();")
    return Around([f"Completion completion({requests});"] + statuses_for(f, view, status_count or count) + [pending],
                  left=["completion.left();"])


def complete_all(f, view):
    around = completion(f, view)
    around.after = [f"completion.all(outcome, {flagged(f, view)}, {status_of(f)});"]
    return around


def complete_any(f, view):
    around = completion(f, view, status_count="1")
    index = f"{view.out(f.named('indx') or f.named('index'))} - {view.first_index}"
    around.after = [f"completion.any(outcome, {flagged(f, view)}, {index}, {status_of(f)});"]
    return around


def complete_some(f, view):
    around = completion(f, view)
    count = view.out(f.named("outcount"))
    indices = f.named("array_of_indices").name
    around.after = [f"completion.some(outcome, {count}, {indices}, {view.first_index}, {status_of(f)});"]
    return around


def request_free(f, view):
    request = view.out(f.of_kind("request_inout")[0])
    return Around([f"RequestRelease release({request});"], ["release.released(outcome);"],
                  left=["release.released(MPI_ERR_OTHER);"])


def cancel(f, view):
    return Around([], [f"cancel_asked(outcome, {view.out(f.of_kind('request_inout')[0])});"])


def operation_of(name):
    """MPI_Ineighbor_alltoallv_init -> (alltoallv, True)"""
    word = re.sub(r"(_init)?(_c)?$", "", name[len("MPI_"):].lower())
    word = re.sub(r"^i(?=(neighbor|barrier|bcast|gather|scatter|all|reduce|scan|exscan))", "", word)
    neighbours = word.startswith("neighbor_")
    return word.removeprefix("neighbor_"), neighbours


COLLECTIVE_ARGUMENTS = ["count", "sendcount", "recvcount", "sendcounts", "recvcounts", "datatype", "sendtype",
                        "recvtype", "sendtypes", "recvtypes", "root", "comm"]
WRAPPED_ARRAYS = {"counts": "Counts", "datatypes": "Datatypes"}


def collective_arguments(f, view):
    operation, neighbours = operation_of(f.name)
    fields = [f".op = trace::CollectiveOp::{operation}"]
    if neighbours:
        fields.append(".on_neighbours = true")
    buffers = [p for p in f.of_kind("buffer", "const_buffer") if p.name in ("sendbuf", "recvbuf")]
    if buffers and not neighbours:
        fields.append(".in_place = " + " || ".join(view.buffer_in_place(p) for p in buffers))
    for name in COLLECTIVE_ARGUMENTS:
        p = f.named(name)
        if p is None:
            continue
        array = WRAPPED_ARRAYS.get(p.kind)
        fields.append(f".{name} = " + (f"{array}({p.name})" if array else view.value(p)))
    joined = ",\n                                      ".join(fields)
    return f"const CollectiveArguments arguments{{{joined}}};"


def collective(f, view):
    return Around([collective_arguments(f, view), "Collective collective(arguments);"],
                  ["collective.finished(outcome, arguments);"],
                  left=["collective.finished(MPI_ERR_OTHER, arguments);"])


def icollective(f, view):
    return Around([collective_arguments(f, view), "NonblockingCollective collective(arguments);"],
                  [f"collective.started(outcome, arguments, {request_of(f, view)});"],
                  left=["collective.started(MPI_ERR_OTHER, arguments, MPI_REQUEST_NULL);"])


def collective_init(f, view):
    return Around([], [collective_arguments(f, view),
                       f"collective_initialized(outcome, arguments, {request_of(f, view)});"])


def comm_new(f, view, helper="CommCreation", after="created"):
    return Around([f"{helper} creation({comm_of(f, view)});"],
                  [f"creation.{after}(outcome, {view.out(f.of_kind('comm_out')[0])});"],
                  left=[f"creation.{after}(MPI_ERR_OTHER, MPI_COMM_NULL);"])


def comm_new_inter(f, view):
    return comm_new(f, view, after="created_with_others")


def comm_new_group(f, view):
    return comm_new(f, view, "CommCreationByGroup")


def comm_new_from_group(f, view):
    created = view.out(f.of_kind("comm_out")[0])
    return Around(["CommCreationByGroup creation;"],
                  [f"made_from_group(outcome, {created});", f"creation.created(outcome, {created});"],
                  left=["creation.created(MPI_ERR_OTHER, MPI_COMM_NULL);"])


def comm_join(f, view):
    return Around(["CommCreationByGroup creation;"],
                  [f"creation.created(outcome, {view.out(f.of_kind('comm_out')[0])});"],
                  left=["creation.created(MPI_ERR_OTHER, MPI_COMM_NULL);"])


def comm_parent(f, view):
    return Around([], [f"parent_found(outcome, {view.out(f.of_kind('comm_out')[0])});"])


def comm_idup(f, view):
    comm = f.of_kind("comm_out")[0]
    duplicate = f"[{comm.name} = {comm.name}] {{ return {view.out(comm)}; }}"
    return Around([f"NonblockingDuplication duplication({comm_of(f, view)});"],
                  [f"duplication.started(outcome, {duplicate}, {request_of(f, view)});"],
                  left=["duplication.started(MPI_ERR_OTHER, {}, MPI_REQUEST_NULL);"])


def comm_free(f, view):
    return Around([f"CommRelease release({view.out(f.of_kind('comm_inout')[0])});"], ["release.released(outcome);"],
                  left=["release.released(MPI_ERR_OTHER);"])


def comm_set_name(f, view):
    return Around([], [f"comm_named({comm_of(f, view)}, {view.text(f.of_kind('string')[0])}, outcome);"])


def win_of(f, view):
    return view.value(f.of_kind("win")[0])


def win_new(f, view):
    allocates = "true" if f.of_kind("pointer_out") else "false"
    return Around([f"WindowCreation creation({comm_of(f, view)}, {allocates});"],
                  [f"creation.created(outcome, {view.out(f.of_kind('win_out')[0])});"],
                  left=["creation.created(MPI_ERR_OTHER, MPI_WIN_NULL);"])


def win_free(f, view):
    return Around([f"WindowRelease release({view.out(f.of_kind('win_out')[0])});"], ["release.released(outcome);"],
                  left=["release.released(MPI_ERR_OTHER);"])


def win_set_name(f, view):
    return Around([], [f"window_named({win_of(f, view)}, {view.text(f.of_kind('string')[0])}, outcome);"])


def win_fence(f, view):
    return Around([f"WindowFence fence({win_of(f, view)});"], ["fence.finished();"],
                  left=["fence.finished();"])


def win_open(f, view):
    group = view.value(f.of_kind("group")[0])
    return Around([], [f"{EPOCHS[f.helper]}(outcome, {group}, {win_of(f, view)});"])


def win_close(f, view):
    return Around([], [f"{EPOCHS[f.helper]}(outcome, {win_of(f, view)});"])


def win_test(f, view):
    return Around([], [f"exposure_tested(outcome, {flagged(f, view)}, {win_of(f, view)});"])


EPOCHS = {"win_start": "accesses_started", "win_post": "exposure_posted", "win_complete": "accesses_completed",
          "win_wait": "exposure_ended"}


def target_of(f, view):
    rank = f.of_kind("rank")
    return view.value(rank[0]) if rank else "kAllTargets"


def win_lock(f, view):
    kind = f.named("lock_type")
    exclusive = f"{view.value(kind)} == MPI_LOCK_EXCLUSIVE" if kind else "false"
    return Around([f"lock_requested({win_of(f, view)}, {target_of(f, view)}, {exclusive});"])


def win_unlock(f, view):
    return Around([], [f"lock_released(outcome, {win_of(f, view)}, {target_of(f, view)});"])


def moved(f, view, side):
    """The elements that go in one direction: `side` is what the names of their arguments begin with."""
    count = f.named(side + "_count")
    datatype = view.value(f.named(side + "_datatype") or f.named("datatype"))
    return f"Moved{{{view.value(count) if count else '1'}, {datatype}}}"


def access(f, view, kind, sent=None, received=None):
    fields = [f".kind = trace::EventKind::{kind}", f".window = {win_of(f, view)}",
              f".target = {view.value(f.of_kind('rank')[0])}"]
    if sent:
        # What MPI_NO_OP does not send is not looked at: it may be anything.
        op = f.of_kind("op")
        condition = f"{view.value(op[0])} == MPI_NO_OP ? Moved() : " if op else ""
        fields.append(f".sent = {condition}{moved(f, view, sent)}")
    if received:
        fields.append(f".received = {moved(f, view, received)}")
    return f"AccessArguments{{{', '.join(fields)}}}"


ACCESSES = {
    "rma_put": ("rma_put", "origin", None),
    "rma_get": ("rma_get", None, "origin"),
    "rma_accumulate": ("rma_atomic", "origin", None),
    "rma_fetch": ("rma_atomic", "origin", "result"),
}


def rma(f, view):
    arguments = access(f, view, *ACCESSES[f.helper])
    if not f.of_kind("request_out"):
        return Around([f"window_accessed({arguments});"])
    return Around([f"RequestedAccess access({arguments});"], [f"access.started(outcome, {request_of(f, view)});"])


def win_flush(f, view):
    return Around([], [f"accesses_completed_remotely(outcome, {win_of(f, view)}, {target_of(f, view)});"])


def win_flush_local(f, view):
    return Around([], [f"accesses_completed_locally(outcome, {win_of(f, view)}, {target_of(f, view)});"])


def file_of(f, view):
    return view.value(f.of_kind("file")[0])


def file_open(f, view):
    amode, file = view.value(f.named("amode")), view.out(f.of_kind("file_out")[0])
    name = view.text(f.of_kind("string")[0])
    return Around([f"FileOpening opening({comm_of(f, view)});"],
                  [f"opening.opened(outcome, {file}, {name}, {amode});"],
                  left=["opening.opened(MPI_ERR_OTHER, MPI_FILE_NULL, {}, 0);"])


def file_close(f, view):
    return Around([f"FileClosing closing({view.out(f.of_kind('file_out')[0])});"], ["closing.closed(outcome);"],
                  left=["closing.closed(MPI_ERR_OTHER);"])


def file_change(f, view):
    return Around([f"FileChange change({file_of(f, view)});"], ["change.finished();"],
                  left=["change.finished();"])


def file_seek(f, view):
    arguments = [file_of(f, view), view.value(f.named("offset")), view.value(f.named("whence"))]
    return Around([], [f"file_seek_done(outcome, {', '.join(arguments)});"])


def file_delete(f, view):
    return Around([], [f"file_deleted(outcome, {view.text(f.of_kind('string')[0])});"])


def file_access_of(f, view):
    """MPI_File_iwrite_at_all -> a collective write at an offset."""
    mode = "read" if "read" in f.name else "write"
    collective = "true" if "_all" in f.name or "_ordered" in f.name else "false"
    fields = [f".file = {file_of(f, view)}", f".mode = trace::IoMode::{mode}", f".collective = {collective}",
              f".count = {view.value(f.named('count'))}", f".datatype = {view.value(f.named('datatype'))}"]
    if f.named("offset"):
        fields.append(f".offset = {view.value(f.named('offset'))}")
    return f"FileAccess access(FileAccessArguments{{{', '.join(fields)}}});"


def file_access(f, view):
    return Around(statuses_for(f, view) + [file_access_of(f, view)],
                  [f"access.finished(outcome, {status_of(f)}[0]);"],
                  left=["access.finished(MPI_ERR_OTHER, {});"])


def file_iaccess(f, view):
    return Around([file_access_of(f, view).replace("FileAccess ", "NonblockingFileAccess ")],
                  [f"access.started(outcome, {request_of(f, view)});"],
                  left=["access.started(MPI_ERR_OTHER, MPI_REQUEST_NULL);"])


def file_access_begin(f, view):
    return Around([file_access_of(f, view).replace("FileAccess ", "NonblockingFileAccess ")],
                  ["access.split(outcome);"], left=["access.split(MPI_ERR_OTHER);"])


def file_access_end(f, view):
    return Around(statuses_for(f, view), [f"split_access_ended(outcome, {file_of(f, view)}, {status_of(f)}[0]);"])


CLASSES = {
    "plain": plain, "local": plain, "init": init, "init_thread": init, "finalize": finalize,
    "session_init": session_init, "session_finalize": session_finalize,
    "send": send, "recv": recv, "sendrecv": sendrecv, "sendrecv_replace": sendrecv,
    "isend": isend, "irecv": irecv, "isendrecv": isendrecv, "isendrecv_replace": isendrecv,
    "send_init": send_init, "recv_init": recv_init, "start": start, "startall": start,
    "probe": probe, "iprobe": probe, "mprobe": mprobe, "improbe": mprobe, "mrecv": mrecv, "imrecv": imrecv,
    "psend_init": psend_init, "precv_init": precv_init, "parrived": parrived,
    "pready": pready, "pready_range": pready_range, "pready_list": pready_list,
    "wait": complete_all, "waitall": complete_all, "test": complete_all, "testall": complete_all,
    "waitany": complete_any, "testany": complete_any, "waitsome": complete_some, "testsome": complete_some,
    "request_free": request_free, "cancel": cancel,
    "collective": collective, "icollective": icollective, "collective_init": collective_init,
    "comm_new": comm_new, "comm_new_inter": comm_new_inter, "comm_new_group": comm_new_group,
    "comm_new_from_group": comm_new_from_group, "comm_join": comm_join, "comm_parent": comm_parent, "comm_idup": comm_idup,
    "comm_free": comm_free, "comm_set_name": comm_set_name,
    "win_new": win_new, "win_free": win_free, "win_set_name": win_set_name, "win_fence": win_fence,
    "win_post": win_open, "win_start": win_open, "win_complete": win_close, "win_wait": win_close, "win_test": win_test,
    "win_lock": win_lock, "win_unlock": win_unlock, "win_flush": win_flush, "win_flush_local": win_flush_local,
    "file_open": file_open, "file_close": file_close, "file_change": file_change, "file_seek": file_seek,
    "file_delete": file_delete, "file_access": file_access, "file_iaccess": file_iaccess,
    "file_access_begin": file_access_begin, "file_access_end": file_access_end,
    "rma_put": rma, "rma_get": rma, "rma_accumulate": rma, "rma_fetch": rma,
}

# Classes whose helpers exchange messages with the recorders of other processes, or prepare for that.
AGREEING = {"init", "init_thread", "session_init", "session_finalize", "finalize", "comm_new", "comm_new_inter", "comm_new_group",
            "comm_new_from_group", "comm_join"}
