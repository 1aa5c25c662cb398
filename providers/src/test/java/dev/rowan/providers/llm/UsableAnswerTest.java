package dev.rowan.providers.llm;

import static dev.rowan.providers.llm.Given.asking;
import static dev.rowan.providers.llm.Given.completion;
import static dev.rowan.providers.llm.Given.prepared;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.api.call.Call;
import dev.rowan.api.call.WireReply;
import dev.rowan.testkit.FakeCalls;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Which recorded answers serve a row that failed and is retried.
class UsableAnswerTest {
    private static final Row ROW = Row.of("text", "I love it");
    private static final Map<String, Object> LABEL = Map.of(
            "type", "object",
            "properties", Map.of("label", Map.of("enum", List.of("good", "bad"))),
            "required", List.of("label"));

    /// The calls that are made when every reply is this.
    private static List<Call> made(Map<String, Object> options, String body) throws Exception {
        var calls = new FakeCalls(_ -> reply(body));
        prepared(options).ask(ROW, calls);
        return calls.sent();
    }

    private static WireReply.Complete reply(String body) {
        return FakeCalls.json(200, body);
    }

    @Test
    void aNormalAnswerServes() throws Exception {
        Call call = made(asking(), completion("fine")).getFirst();

        assertThat(call.reader().isUsable(reply(completion("fine")))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"length", "content_filter", "tool_calls"})
    void oneThatFailsItsRowDoesNot(String finish) throws Exception {
        Call call = made(asking(), completion("fine")).getFirst();

        assertThat(call.reader().isUsable(reply(completion("half", finish)))).isFalse();
        assertThat(call.reader().isUsable(reply("<html>"))).isFalse();
    }

    @Test
    void oneInAnotherFormServesWhileThereIsAReAsk() throws Exception {
        String unfit = completion("so so");
        List<Call> calls = made(asking("output_schema", LABEL), unfit);

        assertThat(calls).hasSize(2);
        assertThat(calls.getFirst().reader().isUsable(reply(unfit))).isTrue();
        assertThat(calls.getLast().reader().isUsable(reply(unfit))).isFalse();
        assertThat(calls.getLast().reader().isUsable(reply(completion("{\"label\": \"good\"}"))))
                .isTrue();
    }
}
