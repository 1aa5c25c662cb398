package dev.rowan.cli.explain;

/// How much of a story is told: long values whole, and the requests and replies of its calls.
record DetailLevel(boolean full, boolean requests) {}
