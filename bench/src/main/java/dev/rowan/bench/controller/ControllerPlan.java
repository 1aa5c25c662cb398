package dev.rowan.bench.controller;

/// The schedule of a simulation, in seconds: it starts at `start` and is measured from `warm` on; at `halved` the
/// limit is halved, at `restored` it is as before, at `doubled` it is doubled.
record ControllerPlan(double start, double warm, double halved, double restored, double doubled, double end) {}
