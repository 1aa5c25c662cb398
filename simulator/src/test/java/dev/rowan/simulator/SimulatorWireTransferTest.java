package dev.rowan.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.call.Credential;
import dev.rowan.api.call.FileBody;
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
import dev.rowan.api.secret.Secret;
import dev.rowan.testkit.FakeTime;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Requests from files and replies into files, without a socket.
class SimulatorWireTransferTest {
    private static final Credential KEY = Credential.bearer("simulator", Secret.of("test", "sk-0123456789"));

    @TempDir
    private Path folder;

    private final SimulatorWire wire = SimulatorWire.open(SimulatorSettings.DEFAULT, new FakeTime());
    private Path input = Path.of("");
    private Path answer = Path.of("");

    @BeforeEach
    void input() throws Exception {
        answer = folder.resolve("answer.json");
        input = folder.resolve("question.jsonl");
        Files.writeString(input, "{\"role\":\"user\",\"content\":\"one\"}\n{\"role\":\"user\",\"content\":\"two\"}\n");
    }

    @Test
    void answersARequestFromAFileAndWritesTheAnswerIntoOne() throws Exception {
        Complete whole = (Complete) wire.transfer(transfer(Headers.none(), 1 << 20));
        assertThat(whole.status()).isEqualTo(200);
        assertThat(whole.body().size()).isZero();
        assertThat(Files.readString(answer)).contains("chat.completion");
        assertThat(whole.filed())
                .contains(Payload.of(Files.readAllBytes(answer)).sha256());
    }

    @Test
    void leavesAPartWhenTheReplyIsCutOrTooLarge() throws Exception {
        assertThat(fault(transfer(Headers.none(), 10))).isEqualTo(Fault.TOO_LARGE);
        assertThat(answer).doesNotExist();
        assertThat(fault(transfer(Headers.of("x-simulator-fault", "truncate"), 1 << 20)))
                .isEqualTo(Fault.TRUNCATED);
        assertThat(Files.readString(answer)).startsWith("{").doesNotEndWith("}");
    }

    @Test
    void keepsARefusalInMemory() {
        Complete refused = (Complete) wire.transfer(transfer(Headers.of("x-simulator-fault", "status:500"), 1 << 20));
        assertThat(refused.body().asText()).contains("error");
        assertThat(answer).doesNotExist();
    }

    @Test
    void sendsNothingWhenThereIsNoFile() throws Exception {
        Files.delete(input);
        NotSent unsent = (NotSent) wire.transfer(transfer(Headers.none(), 1 << 20));
        assertThat(unsent.reason()).isEqualTo(NotSentReason.FILE);
        assertThat(wire.journal()).isEmpty();
    }

    private Fault fault(Transfer transfer) {
        WireReply reply = wire.transfer(transfer);
        return ((Unknown) reply).fault();
    }

    private Transfer transfer(Headers headers, long most) {
        var request = new WireRequest(
                "POST",
                URI.create("https://simulator/openai/v1/chat/completions"),
                headers,
                List.of(KEY),
                Payload.empty(),
                Duration.ofSeconds(10));
        var body = new FileBody(
                Payload.utf8("{\"model\":\"gpt-4o-mini\",\"messages\":["),
                input,
                Payload.utf8("]}"),
                FileBody.Lines.JOINED);
        return new Transfer(request, Optional.of(body), Optional.of(answer), most);
    }
}
