package dev.rowan.landscape.record;

/// A change of a writer's allowance, in picodollars: `by` so much, to `allowance`, after `spent` of it. `granted` is
/// the
/// sum of the allowances of all writers then, of at most `cap` unless money was returned; `draw` counts the changes in
/// the run, from 1.
public record AllowanceChange(int writer, long draw, long by, long allowance, long spent, long granted, long cap) {}
