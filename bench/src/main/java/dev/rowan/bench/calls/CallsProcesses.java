package dev.rowan.bench.calls;

import dev.rowan.bench.harness.SimulatorProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// A simulator and the contenders that call it, each in its own process.
record CallsProcesses(SimulatorProcess simulator, CallsPipeline.Load load, List<CallsProcess> contenders)
        implements AutoCloseable {

    static CallsProcesses start(CallsPipeline.Load load) throws IOException {
        return new CallsProcesses(SimulatorProcess.start("{}"), load, new ArrayList<>());
    }

    void add(String who) throws IOException {
        contenders.add(CallsProcess.start(who, simulator, load));
    }

    CallsPipeline.Figures round(String who) throws Exception {
        for (CallsProcess each : contenders) {
            if (each.who().equals(who)) {
                return each.round();
            }
        }
        throw new IllegalArgumentException("no process of '" + who + "'");
    }

    @Override
    public void close() throws InterruptedException {
        try (simulator) {
            for (CallsProcess each : contenders) {
                each.close();
            }
        }
    }
}
