package dev.rowan.landscape;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.landscape.open.Landscapes;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;

/// Another process that holds run `a` of a landscape until it is killed, or resumed: then it records one more row
/// and reports the result.
final class RunHolder implements AutoCloseable {
    private final Process process;
    private final BufferedReader output;

    private RunHolder(Process process) {
        this.process = process;
        this.output = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
    }

    static RunHolder start(String url) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        var holder = new RunHolder(new ProcessBuilder(List.of(
                        java, "--enable-native-access=ALL-UNNAMED", "-cp", path, RunHolder.class.getName(), url))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
        if (!"holds".equals(holder.output.readLine())) {
            throw new IllegalStateException("the other process did not start its run");
        }
        return holder;
    }

    long pid() {
        return process.pid();
    }

    String resume() throws IOException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
        return String.valueOf(output.readLine());
    }

    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() throws InterruptedException {
        kill();
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        try (Landscape landscape = Landscapes.open(args[0], Path.of("."), new FakeTime(), new SecureRandom());
                LandscapeRecorder recorder = landscape.start(Samples.run("a"))) {
            recorder.awaitCommitted(recorder.record(Samples.wholeRow(1)));
            System.out.println("holds");
            System.in.read();
            try {
                recorder.awaitCommitted(recorder.record(Samples.wholeRow(2)));
                System.out.println("written");
            } catch (LandscapeException refused) {
                System.out.println(refused.getMessage());
            }
        }
    }
}
