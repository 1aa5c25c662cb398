package dev.rowan.providers.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.CallScope;
import dev.rowan.api.call.FileBody;
import dev.rowan.api.call.FileBody.Lines;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Transfer;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireReply.Complete;
import dev.rowan.api.call.WireReply.Fault;
import dev.rowan.api.call.WireReply.NotSent;
import dev.rowan.api.call.WireReply.NotSentReason;
import dev.rowan.api.call.WireReply.Unknown;
import dev.rowan.api.call.WireRequest;
import dev.rowan.testkit.FakeTime;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Requests from files and replies into files, over real connections.
class TransferTest {
    private static final long MOST = 100_000_000;
    private static final int KIB = 1024;

    @TempDir
    private Path folder;

    private Path sent = Path.of("");
    private Path got = Path.of("");

    @BeforeEach
    void files() {
        sent = folder.resolve("requests.jsonl");
        got = folder.resolve("results.jsonl");
    }

    @Test
    void sendsAFileOfSeveralMegabytesAsItIs() throws Exception {
        String text = "{\"n\":\"%s\"}\n".formatted("x".repeat(1000)).repeat(5000);
        Files.writeString(sent, text);
        try (var server = RawServer.answering(RawServer.ok("{}"));
                var client = Clients.open()) {
            Complete reply = (Complete) client.transfer(up(server.uri(), "a", "z", Lines.AS_THEY_ARE));
            assertThat(reply.status()).isEqualTo(200);
            assertThat(reply.body().asText()).isEqualTo("{}");
            assertThat(body(server)).isEqualTo("a" + text + "z");
            assertThat(server.requests().getFirst()).contains("Content-Length: " + (text.length() + 2));
            assertThat(client.exchange(Clients.post(server.uri(), "x"))).isInstanceOf(Complete.class);
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @CsvSource({"0,[]", "1,'[{\"n\":0}]'", "3,'[{\"n\":0},{\"n\":1},{\"n\":2}]'"})
    void joinsLinesWithCommas(int lines, String expected) throws Exception {
        for (int i = 0; i < lines; i++) {
            Files.writeString(sent, "{\"n\":" + i + "}\n", append());
        }
        if (lines == 0) {
            Files.writeString(sent, "");
        }
        try (var server = RawServer.answering(RawServer.ok("{}"));
                var client = Clients.open()) {
            assertThat(client.transfer(up(server.uri(), "[", "]", Lines.JOINED)))
                    .isInstanceOf(Complete.class);
            assertThat(body(server)).isEqualTo(expected);
        }
    }

    private static OpenOption[] append() {
        return new OpenOption[] {StandardOpenOption.CREATE, StandardOpenOption.APPEND};
    }

    @Test
    void sendsNothingOfAFileThatCannotBeSent() throws Exception {
        try (var server = RawServer.answering(RawServer.ok("{}"));
                var client = Clients.open()) {
            assertThat(failure(client.transfer(up(server.uri(), "", "", Lines.AS_THEY_ARE))))
                    .isEqualTo(NotSentReason.FILE);
            Files.writeString(sent, "{}\n{}");
            NotSent open = (NotSent) client.transfer(up(server.uri(), "[", "]", Lines.JOINED));
            assertThat(open.reason()).isEqualTo(NotSentReason.FILE);
            assertThat(open.detail()).contains("requests.jsonl must end with a line feed");
            assertThat(server.requests()).isEmpty();
        }
    }

    @Test
    void keepsTheRulesForOutgoingTraffic() throws Exception {
        Files.writeString(sent, "{}\n");
        try (var client = Clients.open()) {
            URI plain = URI.create("http://example.org/v1/files");
            assertThat(failure(client.transfer(up(plain, "", "", Lines.AS_THEY_ARE))))
                    .isEqualTo(NotSentReason.FORBIDDEN);
        }
    }

    @Test
    void writesAReplyIntoAFileForItsOwnerAlone() throws Exception {
        String text = "{\"n\":1}\n".repeat(400_000);
        try (var server = RawServer.answering(RawServer.ok(text));
                var client = Clients.open()) {
            Complete reply = (Complete) client.transfer(down(server.uri(), MOST));
            assertThat(reply.body().size()).isZero();
            assertThat(reply.filed()).contains(Payload.utf8(text).sha256());
            assertThat(Files.readString(got)).isEqualTo(text);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(got)))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void replacesALongerFile() throws Exception {
        Files.writeString(got, "longer than the reply");
        try (var server = RawServer.answering(chunked("short"));
                var client = Clients.open()) {
            Complete reply = (Complete) client.transfer(down(server.uri(), MOST));
            assertThat(reply.filed()).contains(Payload.utf8("short").sha256());
            assertThat(Files.readString(got)).isEqualTo("short");
        }
    }

    @Test
    void makesAnEmptyFileOfAnEmptyReply() throws Exception {
        try (var server = RawServer.answering("HTTP/1.1 204 No Content\r\n\r\n");
                var client = Clients.open()) {
            Complete reply = (Complete) client.transfer(down(server.uri(), MOST));
            assertThat(reply.filed()).contains(Payload.empty().sha256());
            assertThat(Files.size(got)).isZero();
        }
    }

    @Test
    void keepsARefusalInMemoryAndLeavesTheFileAlone() throws Exception {
        try (var server = RawServer.answering("HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\ngone");
                var client = Clients.open()) {
            Complete reply = (Complete) client.transfer(down(server.uri(), MOST));
            assertThat(reply.status()).isEqualTo(404);
            assertThat(reply.body().asText()).isEqualTo("gone");
            assertThat(got).doesNotExist();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void isNeverWholeWhenADownloadIsCutAtAnyKibibyte(boolean chunked) throws Exception {
        String text = "{\"n\":\"0123456789\"}\n".repeat(3000);
        String reply = chunked ? chunked(text) : RawServer.ok(text);
        int head = reply.indexOf("\r\n\r\n") + 4;
        for (int cut = head; cut < reply.length(); cut += KIB) {
            String part = reply.substring(0, cut);
            for (boolean reset : new boolean[] {true, false}) {
                assertThat(unknown(part, reset, MOST).fault())
                        .as("cut after %s bytes", cut)
                        .isIn(reset ? List.of(Fault.RESET, Fault.TRUNCATED) : List.of(Fault.TRUNCATED));
            }
        }
        assertThat(unknown(reply.substring(0, reply.length() - 1), false, MOST).fault())
                .isEqualTo(Fault.TRUNCATED);
        assertThat(whole(reply).filed()).contains(Payload.utf8(text).sha256());
    }

    @Test
    void isTruncatedWhenTheAnnouncedLengthIsTooLarge() throws Exception {
        Unknown unknown = unknown("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nhello", false, MOST);
        assertThat(unknown.fault()).isEqualTo(Fault.TRUNCATED);
        assertThat(unknown.status()).hasValue(200);
    }

    @Test
    void isUnknownWhenTheReplyAnnouncesNoEnd() throws Exception {
        Unknown unknown = unknown("HTTP/1.1 200 OK\r\n\r\nhello", false, MOST);
        assertThat(unknown.fault()).isEqualTo(Fault.TRUNCATED);
        assertThat(unknown.detail()).contains("neither a length nor chunks");
    }

    @Test
    void isTooLargeAboveTheLimitAndWholeAtIt() throws Exception {
        assertThat(unknown(RawServer.ok("hello!"), false, 5).fault()).isEqualTo(Fault.TOO_LARGE);
        assertThat(unknown(chunked("hello!"), false, 5).fault()).isEqualTo(Fault.TOO_LARGE);
        try (var server = RawServer.answering(chunked("hello"));
                var client = Clients.open()) {
            assertThat(client.transfer(down(server.uri(), 5))).isInstanceOf(Complete.class);
        }
    }

    @Test
    void isUnknownWhenTheFileForTheReplyCannotBeWritten() throws Exception {
        got = folder.resolve("missing").resolve("results.jsonl");
        Unknown unknown = unknown(RawServer.ok("hello"), false, MOST);
        assertThat(unknown.fault()).isEqualTo(Fault.FILE);
        assertThat(unknown.detail()).contains("cannot write").contains("results.jsonl");
    }

    @Test
    void endsAtTheDeadlineInTheMiddleOfADownload() throws Exception {
        var stalled = new CountDownLatch(1);
        RawServer.Script stalls = (socket, server) -> {
            server.readRequest(socket);
            RawServer.write(socket, "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello");
            stalled.countDown();
            server.readRequest(socket);
        };
        assertThat(afterTheDeadline(stalls, stalled, server -> down(server.uri(), MOST)))
                .isEqualTo(Fault.DEADLINE);
    }

    @Test
    void endsAtTheDeadlineWhenTheFileIsNotRead() throws Exception {
        Files.writeString(sent, "x".repeat(32 * KIB * KIB));
        var stalled = new CountDownLatch(1);
        var never = new CountDownLatch(1);
        RawServer.Script deaf = (socket, _) -> {
            socket.getInputStream().read();
            stalled.countDown();
            never.await();
        };
        assertThat(afterTheDeadline(deaf, stalled, server -> up(server.uri(), "", "", Lines.AS_THEY_ARE)))
                .isEqualTo(Fault.DEADLINE);
    }

    @FunctionalInterface
    private interface Asks {
        Transfer of(RawServer server);
    }

    private static Fault afterTheDeadline(RawServer.Script script, CountDownLatch stalled, Asks asks) throws Exception {
        var time = new FakeTime();
        try (var server = RawServer.start(script);
                var client = Clients.open(time);
                var scope = CallScope.open("caller")) {
            var reply = scope.fork(() -> client.transfer(asks.of(server)));
            stalled.await();
            time.advance(Clients.LIMIT);
            return ((Unknown) reply.get()).fault();
        }
    }

    private Unknown unknown(String bytes, boolean reset, long most) throws Exception {
        RawServer.Script script = (socket, server) -> {
            server.readRequest(socket);
            RawServer.write(socket, bytes);
            if (reset) {
                RawServer.reset(socket);
            }
        };
        try (var server = RawServer.start(script);
                var client = Clients.open()) {
            WireReply reply = client.transfer(down(server.uri(), most));
            assertThat(reply).isInstanceOf(Unknown.class);
            assertThat(server.connections()).isEqualTo(1);
            return (Unknown) reply;
        }
    }

    private Complete whole(String bytes) throws Exception {
        try (var server = RawServer.answering(bytes);
                var client = Clients.open()) {
            return (Complete) client.transfer(down(server.uri(), MOST));
        }
    }

    private static String chunked(String body) {
        int half = body.length() / 2;
        return "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n%x\r\n%s\r\n0\r\n\r\n"
                .formatted(half, body.substring(0, half), body.length() - half, body.substring(half));
    }

    private Transfer up(URI uri, String before, String after, Lines lines) {
        var body = new FileBody(Payload.utf8(before), sent, Payload.utf8(after), lines);
        return new Transfer(request("POST", uri), Optional.of(body), Optional.empty(), 0);
    }

    private Transfer down(URI uri, long most) {
        return new Transfer(request("GET", uri), Optional.empty(), Optional.of(got), most);
    }

    private static WireRequest request(String method, URI uri) {
        return new WireRequest(method, uri, Headers.none(), List.of(), Payload.empty(), Clients.LIMIT);
    }

    private static NotSentReason failure(WireReply reply) {
        return ((NotSent) reply).reason();
    }

    private static String body(RawServer server) {
        String request = server.requests().getFirst();
        return request.substring(request.indexOf("\r\n\r\n") + 4);
    }
}
