package dev.rowan.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.rowan.cli.Program.Ran;
import dev.rowan.json.RowJson;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The two tasks of the README, done exactly as written there.
class ReadmeTasksTest {
    private static final int TICKETS = 200;
    private static final int ROWS = 1_000;

    @TempDir
    private Path folder;

    private Program program;

    @BeforeEach
    void open() throws IOException {
        program = new Program(folder);
    }

    /// Five of the tickets are planted to fail, each in its own way.
    @Test
    void twoHundredTicketsBecomeACsvFileWithLabelsAndReasons() throws Exception {
        program.write("tickets.yaml", example("tickets.yaml"));
        program.write("prompt.txt", "Which category does this ticket belong to, and why?\n\n{{ text }}\n");
        program.write("tickets.jsonl", tickets());

        Typed ran = type("tickets.yaml");

        assertThat(ran.of("validate").code()).as(ran.of("validate").err()).isZero();
        assertThat(ran.of("run").code()).as(ran.of("run").err()).isEqualTo(4);
        List<String> labels = Files.readAllLines(folder.resolve("out/labels.csv"));
        assertThat(labels).hasSize(1 + TICKETS - 5).first().isEqualTo("id,label,reason");
        assertThat(labels.subList(1, labels.size()))
                .allSatisfy(line -> assertThat(line).matches("T-\\d{3},(billing|bug|delivery|other),.+"));
        assertThat(Files.readAllLines(folder.resolve("out/problems.jsonl"))).hasSize(5);
        assertThat(ran.of("rows --outcome failed").out()).contains("3 rows", "T-061", "T-103", "T-140");
        assertThat(ran.of("rows --outcome quarantined,blocked").out()).contains("2 rows", "T-188");
        Map<String, String> planted = Map.of(
                "invalid_json", "17",
                "missing_field", "61",
                "not_text", "103",
                "output_key_collision", "140",
                "blocked_content", "188");
        planted.forEach((reason, row) -> {
            Ran found = program.paste("./rowan rows latest --reason " + reason);
            assertThat(found.out()).as(reason).contains("1 row\n").containsPattern("(?m)^ *" + row + " ");
        });
    }

    private static String tickets() {
        var lines = new StringBuilder();
        for (int i = 1; i <= TICKETS; i++) {
            String id = "T-%03d".formatted(i);
            lines.append(
                            switch (i) {
                                case 17 -> "{\"id\": \"T-017\", \"text\": ";
                                case 61 -> "{\"id\": \"T-061\", \"body\": \"no text here\"}";
                                case 103 -> "{\"id\": \"T-103\", \"text\": null}";
                                case 140 -> "{\"id\": \"T-140\", \"text\": \"late\", \"label\": \"old\"}";
                                case 188 -> "{\"id\": \"T-188\", \"text\": \"My password is hunter2\"}";
                                default -> "{\"id\": \"" + id + "\", \"text\": \"Order " + i + " came broken\"}";
                            })
                    .append('\n');
        }
        return lines.toString();
    }

    /// The server has a certificate of its own authority and takes any key.
    @Test
    @Tag("slow")
    void runsAThousandRowsAgainstAPrivateServer() throws Exception {
        Queue<Map<?, ?>> asked = new ConcurrentLinkedQueue<>();
        Queue<String> keys = new ConcurrentLinkedQueue<>();
        HttpsServer server = server(exchange -> {
            keys.add(exchange.getRequestHeaders().getFirst("Authorization"));
            asked.add(read(exchange));
        });
        server.start();
        try {
            program.variable(
                    "LLM_URL", "https://localhost:" + server.getAddress().getPort() + "/v1");
            program.write("own-server.yaml", example("own-server.yaml"));
            var rows = new StringBuilder("id,text\n");
            IntStream.rangeClosed(1, ROWS)
                    .forEach(i -> rows.append(i).append(",text ").append(i).append('\n'));
            program.write("rows.csv", rows.toString());

            Typed ran = type("own-server.yaml");

            assertThat(ran.of("preview").out()).contains("\"seed\"", "\"reasoning_effort\"");
            assertThat(ran.of("run").code()).as(ran.of("run").err()).isZero();
            assertThat(ran.of("status").out()).contains("1,000");
        } finally {
            server.stop(0);
        }
        assertThat(Files.readAllLines(folder.resolve("out/summaries.csv")))
                .hasSize(1 + ROWS)
                .startsWith("id,text,summary,tokens", "1,text 1,EMPTY is no secret,4");
        assertThat(asked)
                .hasSize(ROWS)
                .allSatisfy(body -> assertThat(body)
                        .extracting("model", "seed", "reasoning_effort")
                        .containsExactly("llama-3.1-8b", 7L, "low"));
        assertThat(keys).hasSize(ROWS).containsOnly("Bearer EMPTY");
        assertThat(program.run("explain", "latest", "--row", "1", "--requests").out())
                .as("a short key is not taken out of texts")
                .contains("EMPTY is no secret");
    }

    private static Map<?, ?> read(HttpExchange exchange) {
        try {
            return RowJson.readValue(exchange.getRequestBody().readAllBytes()) instanceof Map<?, ?> body
                    ? body
                    : Map.of();
        } catch (Exception broken) {
            throw new IllegalStateException(broken);
        }
    }

    private interface Watcher {
        void see(HttpExchange exchange);
    }

    private HttpsServer server(Watcher watcher) throws Exception {
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(certificate()));
        server.createContext("/v1/chat/completions", exchange -> {
            watcher.see(exchange);
            byte[] reply = """
                    {"id":"c1","object":"chat.completion","model":"llama-3.1-8b","choices":[{"index":0,"message":\
                    {"role":"assistant","content":"EMPTY is no secret"},"finish_reason":"stop"}],\
                    "usage":{"prompt_tokens":9,"completion_tokens":4,"total_tokens":13}}""".getBytes(UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, reply.length);
            try (var out = exchange.getResponseBody()) {
                out.write(reply);
            }
        });
        return server;
    }

    /// Makes a key pair that signs itself, and `company-ca.pem` with its certificate.
    private SSLContext certificate() throws Exception {
        Path store = folder.resolve("keys.p12");
        keytool(
                "-genkeypair",
                store,
                "-alias",
                "own",
                "-keyalg",
                "EC",
                "-dname",
                "CN=own",
                "-ext",
                "san=dns:localhost");
        keytool(
                "-exportcert",
                store,
                "-alias",
                "own",
                "-rfc",
                "-file",
                folder.resolve("company-ca.pem").toString());
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, "changeit".toCharArray());
        }
        var own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(keys, "changeit".toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(own.getKeyManagers(), null, null);
        return context;
    }

    private static void keytool(String what, Path store, String... more) throws Exception {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                what,
                "-keystore",
                store.toString(),
                "-storetype",
                "PKCS12",
                "-storepass",
                "changeit"));
        command.addAll(List.of(more));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }

    /// Types the commands below the example of `file`; returns the result of each, by its arguments without the
    /// program and the file.
    private Typed type(String file) throws IOException {
        var ran = new LinkedHashMap<String, Ran>();
        String after = readme().substring(readme().indexOf("# " + file + "\n"));
        String commands = Pattern.compile("(?ms)^```\n(\\./rowan .*?)^```")
                .matcher(after)
                .results()
                .map((MatchResult found) -> found.group(1))
                .findFirst()
                .orElseThrow();
        commands.lines().forEach(line -> {
            String name = line.replaceFirst("\\./rowan ", "").replaceAll(" (latest|--row 1|\\S+\\.yaml)", "");
            ran.put(name, program.paste(line));
        });
        return new Typed(ran);
    }

    /// The result of each command.
    private record Typed(Map<String, Ran> ran) {
        Ran of(String command) {
            return Optional.ofNullable(ran.get(command))
                    .orElseThrow(() -> new AssertionError("the README has no '" + command + "'"));
        }
    }

    private static String example(String file) throws IOException {
        return blocks(readme(), "yaml").stream()
                .filter(block -> block.startsWith("# " + file + "\n"))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> blocks(String page, String language) {
        return Pattern.compile("(?ms)^```" + language + "\n(.*?)^```")
                .matcher(page)
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
    }

    private static String readme() throws IOException {
        return Files.readString(Path.of("..", "README.md"));
    }
}
