// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Threads of Rust's library, each of which has an alternate stack of 8 KiB for signals, compute for a while.
use std::thread;

#[inline(never)]
fn compute(rounds: u64) -> f64 {
    (0..rounds).fold(1.0, |x: f64, i| (x + i as f64).sqrt())
}

fn main() {
    let threads: Vec<_> = (0..2).map(|_| thread::spawn(|| compute(60_000_000 * std::env::args().count() as u64))).collect();
    let sum: f64 = threads.into_iter().map(|thread| thread.join().unwrap()).sum();
    println!("{:.3}", sum);
}
