package dev.rowan.chaos.image;

import dev.rowan.simulator.SimulatorWire;
import java.nio.file.Path;

/// The state after a crash: the files in `folder`, and the service, with what it had billed.
///
/// `trail` names the point of the crash and those of the crashes before it: `AFTER_INTENT#17 > SINK_CUT#3`.
public record CrashImage(Path folder, SimulatorWire service, String trail, int depth) {}
