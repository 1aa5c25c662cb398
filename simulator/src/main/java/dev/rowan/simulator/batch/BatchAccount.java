package dev.rowan.simulator.batch;

/// Whose files and jobs they are: a key of a service.
public record BatchAccount(String service, String key) {}
