package dev.rowan.bench.noise;

import java.net.URI;
import java.nio.file.Path;

/// What a contender has to do: take the rows in the folder to the service, with so many requests in flight.
public record NoiseJob(Path folder, URI base, int rows, int inFlight) {}
