// toml-edit-cost FILE RUNS: reads a file, sets its key 'number' and writes it, and prints one JSON
// object: milliseconds of the best run, and bytes of memory at the peak beyond the program and the file.

use std::{env, fs, hint, time::Instant};
use toml_edit::{value, Document};

/// The peak of the program's memory so far, in bytes.
fn peak_memory() -> usize {
    let status = fs::read_to_string("/proc/self/status").expect("/proc is there");
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).expect("VmHWM is there");
    let digits: String = line.chars().filter(char::is_ascii_digit).collect();
    digits.parse::<usize>().expect("VmHWM is a number") * 1024
}

fn main() {
    let words: Vec<String> = env::args().skip(1).collect();
    let text = fs::read_to_string(&words[0]).expect("FILE is text");
    let runs: usize = words[1].parse().expect("RUNS is a number");
    let before = peak_memory();
    let mut best = f64::INFINITY;
    for _ in 0..runs {
        let start = Instant::now();
        let mut document: Document = text.parse().expect("FILE is TOML");
        document["number"] = value(1);
        hint::black_box(document.to_string());
        best = best.min(start.elapsed().as_secs_f64() * 1e3);
    }
    println!("{{\"all\":{best},\"memory\":{}}}", peak_memory() - before);
}
