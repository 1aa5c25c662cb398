package dev.rowan.bench.calls;

import dev.rowan.bench.harness.ChildJvm;
import dev.rowan.bench.harness.SimulatorProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// A [CallsContender] in its own JVM, so that the JIT compiles for that contender only, as in production. Idle
/// between rounds; ends on close.
final class CallsProcess implements AutoCloseable {
    private final String who;
    private final Process process;
    private final PrintStream asking;
    private final BufferedReader answers;

    private CallsProcess(String who, Process process) {
        this.who = who;
        this.process = process;
        this.asking = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        this.answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    static CallsProcess start(String who, SimulatorProcess simulator, CallsPipeline.Load load) throws IOException {
        List<String> args = List.of(
                "calls_contender",
                who,
                Long.toString(simulator.process().pid()),
                simulator.address().toString(),
                Integer.toString(load.poolSize()),
                load.throttle(),
                Long.toString(load.rows()),
                Long.toString(load.before()));
        return new CallsProcess(who, ChildJvm.piped(args));
    }

    String who() {
        return who;
    }

    CallsPipeline.Figures round() throws Exception {
        asking.println("round");
        String answer = answers.readLine();
        if (answer == null) {
            throw new IllegalStateException("the contender's process ended with status " + process.waitFor());
        }
        return CallsLine.read(answer);
    }

    @Override
    public void close() throws InterruptedException {
        asking.close();
        process.waitFor();
    }
}
