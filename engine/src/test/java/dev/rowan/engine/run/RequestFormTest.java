package dev.rowan.engine.run;

import static dev.rowan.engine.run.ScriptedWire.ok;
import static dev.rowan.engine.run.ScriptedWire.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.call.Payload;
import dev.rowan.api.call.RequestForm;
import dev.rowan.api.call.Usd;
import dev.rowan.api.call.WireRequest;
import dev.rowan.api.plugin.Capability;
import dev.rowan.engine.ListSink;
import dev.rowan.engine.ListSource;
import dev.rowan.landscape.history.CallHistory;
import dev.rowan.landscape.verify.ChainCheck;
import dev.rowan.landscape.verify.VerifyInputs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Calls that are sent in another form than the one that identifies them.
@Timeout(180)
class RequestFormTest {
    private static final Usd PRICE = new Usd(7);

    @TempDir
    private Path folder;

    /// Marks the request with the number of the attempt.
    private static WireRequest marked(WireRequest request, int attempt) {
        String body = request.body().asText();
        return new WireRequest(
                request.method(),
                request.uri(),
                request.headers(),
                request.credentials(),
                Payload.utf8(body.substring(0, body.length() - 1) + ",\"mark\":" + attempt + "}"),
                request.deadline());
    }

    private CallHistory call(String name, RequestForm form, ScriptedWire wire) throws Exception {
        Path own = folder.resolve(name);
        Files.createDirectory(own);
        try (var pipeline = new TestPipeline(own)) {
            RunResult result = pipeline.wire(wire)
                    .source(ListSource.counting(1))
                    .transform(
                            "ask",
                            new CallingTransform(1, PRICE, false, form),
                            Map.of("retry", Map.of("initial_delay", "1ms")),
                            Capability.CALLS_OUT)
                    .sink("output", new ListSink())
                    .run();
            try (var check = ChainCheck.open("sqlite:rowan.db", own)) {
                assertThat(check.verify(result.runId(), VerifyInputs.itself()).findings())
                        .isEmpty();
            }
            return pipeline.story(1).visits().getFirst().calls().getFirst();
        }
    }

    @Test
    void attemptsInOtherFormsAreAttemptsOfTheSameCall() throws Exception {
        var wire = new ScriptedWire((body, _) -> body.contains("\"mark\":1") ? status(500) : ok("yes"));
        CallHistory marked = call("marked", RequestFormTest::marked, wire);
        CallHistory plain = call("plain", RequestForm.PLAIN, new ScriptedWire((_, _) -> ok("yes")));

        assertThat(wire.sent()).containsExactly("{\"n\":1,\"q\":1,\"mark\":1}", "{\"n\":1,\"q\":1,\"mark\":2}");
        assertThat(marked.key()).isEqualTo(plain.key());
        assertThat(marked.request()).isEqualTo(plain.request());
        List<String> hashes =
                marked.attempts().stream().map(CallHistory.Attempt::wireSha256).toList();
        assertThat(hashes)
                .hasSize(2)
                .doesNotHaveDuplicates()
                .doesNotContain(plain.key().requestSha256());
        assertThat(hashes.getLast())
                .isEqualTo(Payload.utf8(plain.request().orElseThrow().asText().replace("\"q\":1", "\"q\":1,\"mark\":2"))
                        .sha256());
        assertThat(plain.attempts())
                .extracting(CallHistory.Attempt::wireSha256)
                .containsExactly(plain.key().requestSha256());
    }
}
