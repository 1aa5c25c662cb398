package dev.rowan.chaos.image;

import dev.rowan.simulator.SimulatorWire;
import java.nio.file.Path;

/// What a crash leaves: the files in `folder`, and the service as it stood, with what it had billed.
///
/// `trail` says where the run died, and where the runs before it had: `AFTER_INTENT#17 > SINK_CUT#3`.
public record CrashImage(Path folder, SimulatorWire service, String trail, int depth) {}
