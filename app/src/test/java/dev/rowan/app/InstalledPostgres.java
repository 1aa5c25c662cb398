package dev.rowan.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A server of the PostgreSQL that is installed on this machine, with data of its own.
final class InstalledPostgres implements AutoCloseable {
    private final Path tools;
    private final Path data;
    private final int port;

    InstalledPostgres(Path tools, Path data) throws IOException, InterruptedException {
        this.tools = tools;
        this.data = data;
        try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        execute(server("initdb", "--auth=trust", "--username=postgres", "--no-sync"));
        execute(server(
                "pg_ctl",
                "start",
                "--wait",
                "--log=" + data.resolve("log"),
                "--options=-p " + port + " -F -k " + data + " -c listen_addresses=127.0.0.1"));
    }

    int port() {
        return port;
    }

    /// The server refuses root: in a user namespace of its own it is nobody.
    private List<String> server(String tool, String... arguments) {
        var command = new ArrayList<String>();
        if (System.getProperty("user.name").equals("root")) {
            command.addAll(List.of("unshare", "-U"));
        }
        command.addAll(List.of(tools.resolve("bin").resolve(tool).toString(), "--pgdata=" + data));
        command.addAll(List.of(arguments));
        return command;
    }

    /// Runs a tool to its end; its output goes to a file, which the server it starts may keep open.
    static void execute(List<String> command) throws IOException, InterruptedException {
        Path said = Files.createTempFile("rowan-postgres", ".txt");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        assertThat(process.waitFor())
                .as(command + ": " + Files.readString(said, UTF_8))
                .isZero();
        Files.delete(said);
    }

    @Override
    public void close() throws IOException, InterruptedException {
        execute(server("pg_ctl", "stop", "--mode=immediate"));
    }
}
