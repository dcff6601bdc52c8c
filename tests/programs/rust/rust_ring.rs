// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Ranks compute and pass a value around.
extern "C" {
    fn ring_init();
    fn ring_rank() -> i32;
    fn ring_size() -> i32;
    fn ring_exchange(value: *mut f64, to: i32, from: i32);
    fn ring_barrier();
    fn ring_finalize();
}

#[inline(never)]
fn compute(rounds: u64) -> f64 {
    (0..rounds).fold(1.0, |x: f64, i| (x + i as f64).sqrt())
}

fn main() {
    unsafe {
        ring_init();
        let (rank, size) = (ring_rank(), ring_size());
        let mut value = compute(40_000_000 * std::env::args().count() as u64);
        for _ in 0..10 {
            ring_exchange(&mut value, (rank + 1) % size, (rank + size - 1) % size);
        }
        ring_barrier();
        println!("{:.3}", value);
        ring_finalize();
    }
}
