package dev.rowan.cli.explain;

/// Whether to show long values in full, and the requests and replies of calls.
record DetailLevel(boolean full, boolean requests) {}
