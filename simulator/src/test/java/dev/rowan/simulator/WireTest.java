package dev.rowan.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.CallScope;
import dev.rowan.testkit.LiveThreads;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What happens on the wire itself, seen through a raw socket.
class WireTest {
    private TestBench bench;
    private Socket socket;

    @BeforeEach
    void open() throws IOException {
        bench = TestBench.open(Map.of("max_body", "1MiB"));
        socket = connect();
    }

    @AfterEach
    void close() throws IOException {
        socket.close();
        bench.close();
    }

    private Socket connect() throws IOException {
        return new Socket(bench.address().getHost(), bench.address().getPort());
    }

    private void send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    }

    private void send(Call call) throws IOException {
        send(call.head());
        socket.getOutputStream().write(call.bytes());
    }

    private String receive(int bytes) throws IOException {
        return new String(socket.getInputStream().readNBytes(bytes), StandardCharsets.UTF_8);
    }

    private String receiveHead() throws IOException {
        var head = new StringBuilder();
        while (!head.toString().endsWith("\r\n\r\n")) {
            int next = socket.getInputStream().read();
            assertThat(next).as("a byte after %s", head).isNotNegative();
            head.append((char) next);
        }
        return head.toString();
    }

    private String receiveReply() throws IOException {
        String head = receiveHead();
        return head + receive(length(head));
    }

    private static int length(String head) {
        return head.lines()
                .filter(line -> line.startsWith("content-length: "))
                .map(line -> Integer.valueOf(line.substring("content-length: ".length())))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void keepsTheConnectionForTheNextRequest() throws Exception {
        for (int i = 1; i <= 3; i++) {
            send(Call.openAi("hello"));

            assertThat(receiveReply()).startsWith("HTTP/1.1 200 OK\r\n").contains("x-simulator-request: " + i);
        }
    }

    @Test
    void closesTheConnectionWhenAskedTo() throws Exception {
        send(Call.openAi("hello").with("connection", "close"));

        assertThat(receiveReply()).contains("connection: close\r\n");
        assertThat(socket.getInputStream().read()).isEqualTo(-1);
    }

    @Test
    void readsABodyInChunks() throws Exception {
        Call call = Call.openAi("hello");
        String body = new String(call.bytes(), StandardCharsets.UTF_8);
        send("POST /v1/chat/completions HTTP/1.1\r\nauthorization: Bearer k\r\ntransfer-encoding: chunked\r\n\r\n");
        send(Integer.toHexString(10) + ";name=value\r\n" + body.substring(0, 10) + "\r\n");
        send(Integer.toHexString(body.length() - 10) + "\r\n" + body.substring(10) + "\r\n0\r\ntrailer: x\r\n\r\n");

        assertThat(receiveReply()).contains("Echo: hello");
        send(call);
        assertThat(receiveReply()).contains("Echo: hello");
    }

    @Test
    void asksForABodyThatWaitsToBeAskedFor() throws Exception {
        Call call = Call.openAi("hello").with("expect", "100-continue");
        send(call.head());
        assertThat(receiveHead()).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
        socket.getOutputStream().write(call.bytes());

        assertThat(receiveReply()).contains("Echo: hello");
    }

    @Test
    void refusesWhatIsTooLargeOrNotHttp() throws Exception {
        refused("POST /v1/chat/completions HTTP/1.1\r\ncontent-length: 2000000\r\n\r\n", 413);
        refused("GET / HTTP/1.1\r\nx: " + "y".repeat(70_000), 431);
        refused("HELLO\r\n\r\n", 400);
        refused("GET / HTTP/1.1\r\nno colon\r\n\r\n", 400);
        refused("POST / HTTP/1.1\r\ncontent-length: many\r\n\r\n", 400);
        refused("POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\nmany\r\n", 400);
    }

    private void refused(String request, int status) throws IOException {
        socket.close();
        socket = connect();
        send(request);

        assertThat(receiveHead()).startsWith("HTTP/1.1 " + status + " ");
    }

    @Test
    void resetsAtEveryByteOfTheReply() throws Exception {
        send(Call.openAi("hello"));
        int whole = receiveReply().length();
        for (int at = 0; at < whole; at++) {
            socket.close();
            socket = connect();
            send(Call.openAi("hello").with("x-simulator-fault", "reset:" + at));

            assertThat(receiveUntilReset()).as("bytes before the reset").isEqualTo(at);
        }
    }

    /// The number of bytes that come before the connection is reset.
    private int receiveUntilReset() throws IOException {
        int count = 0;
        InputStream in = socket.getInputStream();
        try {
            while (in.read() >= 0) {
                count++;
            }
            throw new AssertionError("the connection was closed in good order after " + count + " bytes");
        } catch (SocketException reset) {
            assertThat(reset).hasMessageContaining("reset");
            return count;
        }
    }

    @Test
    void billsALostReplyThoughNoByteOfItArrives() throws Exception {
        send(Call.openAi("hello").with("x-simulator-fault", "lost_reply"));

        assertThat(receiveUntilReset()).isZero();
        assertThat(bench.get("/_simulator/bill").at("calls")).isEqualTo(1L);
        assertThat(bench.journal().getFirst().flag("billed")).isTrue();
    }

    @Test
    void stallsAfterTheHeadUntilThePeerLeaves() throws Exception {
        send(Call.openAi("hello").with("x-simulator-fault", "stall"));

        assertThat(receiveHead()).startsWith("HTTP/1.1 200 OK");
        assertThat(socket.getInputStream().available()).isZero();
        assertThat(bench.get("/_simulator/stats").at("endpoints.openai_chat.in_flight"))
                .isEqualTo(1L);
    }

    @Test
    void dribblesTheBodyByteByByte() throws Exception {
        send(Call.openAi("hello").with("x-simulator-fault", "slow:250"));
        int length = length(receiveHead());
        for (int i = 0; i < length; i++) {
            bench.time().awaitSleepers(1);
            assertThat(socket.getInputStream().available()).isZero();
            bench.time().advance(Duration.ofMillis(250));
            assertThat(socket.getInputStream().read()).isNotNegative();
        }
        send(Call.openAi("hello"));
        assertThat(receiveReply()).contains("Echo: hello");
    }

    @Test
    void truncatesTheBody() throws Exception {
        send(Call.openAi("hello").with("x-simulator-fault", "truncate"));
        int length = length(receiveHead());

        assertThat(socket.getInputStream().readAllBytes()).hasSize(length / 2);
    }

    @Test
    void statesAWrongLength() throws Exception {
        send(Call.openAi("hello"));
        int length = length(receiveReply());
        for (int difference : List.of(7, -7)) {
            socket.close();
            socket = connect();
            send(Call.openAi("hello").with("x-simulator-fault", "length:" + difference));

            assertThat(length(receiveHead())).isEqualTo(length + difference);
            assertThat(socket.getInputStream().readAllBytes()).hasSize(length);
        }
    }

    @Test
    void closingEndsWhatIsInFlightAndLeavesNoThread(@TempDir Path folder) throws Exception {
        bench.change(Map.of("latency", Map.of("typical", "1h")));
        try (var scope = CallScope.open("asking")) {
            var asking = scope.fork(() -> {
                send(Call.openAi("hello"));
                return socket.getInputStream().read();
            });
            bench.time().awaitSleepers(1);
            bench.close();

            assertThat(asking.get()).isEqualTo(-1);
        }
        assertThatThrownBy(this::connect).isInstanceOf(IOException.class);
        assertThat(LiveThreads.named(folder, "simulator-")).isEmpty();
    }
}
