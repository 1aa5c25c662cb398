package dev.rowan.bench.calls;

import dev.rowan.api.CallScope;
import dev.rowan.api.Time;
import dev.rowan.bench.harness.CpuShares;
import dev.rowan.bench.harness.SimulatorProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/// One round of a client without a pipeline: `inFlight` virtual threads send calls back to back.
public record CallsRound(CallsClient client, int inFlight, Time time) {

    /// The result of a round: calls, elapsed seconds, CPU seconds by part of the program and of the simulator.
    public record Figures(long calls, double seconds, Map<String, Double> cpu, double simulatorCpu) {
        public double perSecond() {
            return calls / seconds;
        }

        public double cpuMicros() {
            return cpu.values().stream().mapToDouble(Double::doubleValue).sum() * 1e6 / calls;
        }

        double simulatorMicros() {
            return simulatorCpu * 1e6 / calls;
        }
    }

    Figures run(Duration length, SimulatorProcess simulator) throws Exception {
        var stop = new AtomicBoolean();
        var calls = new LongAdder();
        Duration simulatorBefore = simulator.cpu();
        long started = time.nanos();
        try (CpuShares shares = CpuShares.start(time);
                CallScope scope = CallScope.open("asking")) {
            var asking = new ArrayList<Future<?>>();
            for (int i = 0; i < inFlight; i++) {
                int first = i;
                asking.add(scope.fork(() -> {
                    for (int number = first; !stop.get(); number += inFlight) {
                        client.ask(number);
                        calls.increment();
                    }
                    return first;
                }));
            }
            time.sleep(length);
            stop.set(true);
            for (Future<?> each : asking) {
                each.get();
            }
            double seconds = (time.nanos() - started) / 1e9;
            return new Figures(
                    calls.sum(),
                    seconds,
                    shares.seconds(),
                    simulator.cpu().minus(simulatorBefore).toNanos() / 1e9);
        }
    }
}
