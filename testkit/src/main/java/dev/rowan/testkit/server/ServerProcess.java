package dev.rowan.testkit.server;

import dev.rowan.api.CallScope;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A server in a process of its own, on a free local port.
public final class ServerProcess implements AutoCloseable {
    private final Process process;
    private final CallScope scope;
    private final URI address;

    private ServerProcess(Process process, CallScope scope, URI address) {
        this.process = process;
        this.scope = scope;
        this.address = address;
    }

    /// Starts `command` and waits for the line in which `port` finds the server's port.
    static ServerProcess start(List<String> command, Pattern port) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        var output = new StringBuilder();
        BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            Matcher found = port.matcher(line);
            if (found.find()) {
                var scope = CallScope.open("server");
                scope.start(() -> drain(lines));
                return new ServerProcess(process, scope, URI.create("http://127.0.0.1:" + found.group(1)));
            }
            output.append(line).append('\n');
        }
        throw new IOException(command + " did not start: " + output);
    }

    /// A server blocks if nobody reads its log.
    private static void drain(BufferedReader lines) {
        try (lines) {
            while (lines.readLine() != null) {}
        } catch (IOException _) {
            // the process has exited
        }
    }

    public URI address() {
        return address;
    }

    @Override
    public void close() {
        process.destroyForcibly();
        scope.close();
    }
}
