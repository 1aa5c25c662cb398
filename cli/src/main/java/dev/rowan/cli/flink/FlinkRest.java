package dev.rowan.cli.flink;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.api.Row;
import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The REST interface of a Flink cluster, as far as it is needed.
final class FlinkRest implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofMinutes(3);
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    private static final String BOUNDARY = "rowan-job-jar";
    private static final Pattern JAVA = Pattern.compile("- (\\d+)[^/]*/");
    private static final String CAUSED_BY = "Caused by: ";
    private static final Pattern EXCEPTION = Pattern.compile("[\\w.$]+(?:Exception|Error): (.*)");
    private static final int OK = 200;
    private static final int ACCEPTED = 202;

    private final URI address;
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(CONNECT_TIMEOUT).build();

    FlinkRest(URI address) {
        this.address = address;
    }

    /// The slots of the cluster, and how many are free.
    record Slots(int total, int available) {}

    Slots slots() throws IOException, InterruptedException {
        Map<?, ?> overview = get("/overview");
        return new Slots(number(overview.get("slots-total")), number(overview.get("slots-available")));
    }

    /// The Java version of the JobManager, if known.
    OptionalInt javaVersion() throws IOException, InterruptedException {
        Map<?, ?> jvm = map(get("/jobmanager/environment").get("jvm"));
        Matcher found = JAVA.matcher(String.valueOf(jvm.get("version")));
        return found.find() ? OptionalInt.of(Integer.parseInt(found.group(1))) : OptionalInt.empty();
    }

    /// Uploads a jar; returns its id.
    String upload(Path jar) throws IOException, InterruptedException {
        var head =
                "--%s\r\nContent-Disposition: form-data; name=\"jarfile\"; filename=\"%s\"\r\nContent-Type: application/java-archive\r\n\r\n"
                        .formatted(BOUNDARY, jar.getFileName());
        BodyPublisher body = BodyPublishers.concat(
                BodyPublishers.ofString(head),
                BodyPublishers.ofFile(jar),
                BodyPublishers.ofString("\r\n--" + BOUNDARY + "--\r\n"));
        Map<?, ?> reply = send("POST", "/jars/upload", body, "multipart/form-data; boundary=" + BOUNDARY);
        String file = String.valueOf(reply.get("filename"));
        return file.substring(file.lastIndexOf('/') + 1);
    }

    void deleteJar(String jar) throws IOException, InterruptedException {
        send("DELETE", "/jars/" + jar, BodyPublishers.noBody(), "application/json");
    }

    /// Starts the jar's job; returns the id of the job.
    String run(String jar, List<String> arguments, int parallelism) throws IOException, InterruptedException {
        Row body = Row.of("programArgsList", arguments).with("parallelism", parallelism);
        Map<?, ?> reply = send(
                "POST",
                "/jars/" + jar + "/run",
                BodyPublishers.ofByteArray(RowJson.writeValue(body.asMap())),
                "application/json");
        return String.valueOf(reply.get("jobid"));
    }

    /// A job of the cluster, such as one that is `RUNNING`.
    record Job(String id, String name, String state) {
        private static final Set<String> ENDED = Set.of("FINISHED", "CANCELED", "FAILED");

        boolean hasEnded() {
            return ENDED.contains(state);
        }
    }

    /// The jobs that the cluster remembers.
    List<Job> jobs() throws IOException, InterruptedException {
        return get("/jobs/overview").get("jobs") instanceof List<?> list
                ? list.stream()
                        .map(FlinkRest::map)
                        .map(job -> new Job(
                                String.valueOf(job.get("jid")),
                                String.valueOf(job.get("name")),
                                String.valueOf(job.get("state"))))
                        .toList()
                : List.of();
    }

    /// The state of a job, such as `RUNNING`.
    String state(String job) throws IOException, InterruptedException {
        return String.valueOf(get("/jobs/" + job + "/status").get("status"));
    }

    void cancel(String job) throws IOException, InterruptedException {
        send("PATCH", "/jobs/" + job + "?mode=cancel", BodyPublishers.noBody(), "application/json");
    }

    /// Why a job failed, if the cluster gives a reason.
    String failure(String job) throws IOException, InterruptedException {
        Map<?, ?> history = map(get("/jobs/" + job + "/exceptions").get("exceptionHistory"));
        return history.get("entries") instanceof List<?> entries && !entries.isEmpty()
                ? cause(String.valueOf(map(entries.getFirst()).get("stacktrace")))
                : "the cluster gave no reason";
    }

    /// The message of the last cause in a stack trace.
    static String cause(String stackTrace) {
        String last = stackTrace.lines().findFirst().orElse("");
        for (String line : stackTrace.lines().toList()) {
            last = line.startsWith(CAUSED_BY) ? line.substring(CAUSED_BY.length()) : last;
        }
        Matcher named = EXCEPTION.matcher(last);
        return named.matches() ? named.group(1) : last;
    }

    private Map<?, ?> get(String path) throws IOException, InterruptedException {
        return send("GET", path, BodyPublishers.noBody(), "application/json");
    }

    private Map<?, ?> send(String method, String path, BodyPublisher body, String type)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address + path))
                .timeout(TIMEOUT)
                .header("Content-Type", type)
                .method(method, body)
                .build();
        HttpResponse<byte[]> reply;
        try {
            reply = client.send(request, BodyHandlers.ofByteArray());
        } catch (HttpConnectTimeoutException late) {
            throw new IOException(
                    "no connection to the Flink cluster at " + address + " within " + CONNECT_TIMEOUT.toSeconds()
                            + " s; check the address, and whether it is http or https",
                    late);
        } catch (ConnectException refused) {
            throw new IOException(
                    "no connection to the Flink cluster at " + address + "; check the address, and that it is running",
                    refused);
        } catch (HttpTimeoutException late) {
            throw new IOException(
                    "the Flink cluster at " + address + " has not answered " + method + " " + path + " within "
                            + TIMEOUT.toSeconds() + " s",
                    late);
        }
        if (reply.statusCode() != OK && reply.statusCode() != ACCEPTED) {
            throw new IOException("the Flink cluster at " + address + " answered " + method + " " + path + " with "
                    + reply.statusCode() + ": " + shortened(new String(reply.body(), UTF_8)));
        }
        try {
            return reply.body().length == 0 ? Map.of() : map(RowJson.readValue(reply.body()));
        } catch (JsonException broken) {
            throw new IOException(address + " does not look like a Flink cluster", broken);
        }
    }

    private static String shortened(String text) {
        return text.length() <= 2_000 ? text : text.substring(0, 2_000) + "…";
    }

    private static Map<?, ?> map(@Nullable Object value) {
        return value instanceof Map<?, ?> map ? map : Map.of();
    }

    private static int number(@Nullable Object value) {
        return value instanceof Number number ? number.intValue() : 0;
    }

    @Override
    public void close() {
        client.close();
    }
}
