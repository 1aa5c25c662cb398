package dev.rowan.bench.controller;

/// The course of a simulation, in seconds: it begins at `start` and is measured from `warm` on; at `halved` the
/// limit is halved, at `restored` it is as before, at `doubled` it is doubled.
record ControllerPlan(double start, double warm, double halved, double restored, double doubled, double end) {}
