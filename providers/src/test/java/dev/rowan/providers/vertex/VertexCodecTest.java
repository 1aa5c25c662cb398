package dev.rowan.providers.vertex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.call.CacheWrites;
import dev.rowan.providers.chat.ChatReply;
import dev.rowan.providers.chat.ChatRequest;
import dev.rowan.providers.chat.Fixture;
import dev.rowan.providers.reply.Rejection.Kind;
import java.net.URI;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

class VertexCodecTest {
    private static final VertexLocation LOCATION = new VertexLocation("my-project", "us-east5");
    private static final VertexGemini GEMINI = new VertexGemini(LOCATION);
    private static final VertexClaude CLAUDE = new VertexClaude(LOCATION);

    @Test
    void writesARequestToGemini(TestInfo test) throws Exception {
        var request = GEMINI.request(
                Fixture.endpoint("https://us-east5-aiplatform.googleapis.com", Optional.empty()),
                Fixture.fullRequest("gemini-x"));
        assertThat(Fixture.written(request)).isEqualTo(Fixture.of(test).text());
    }

    @Test
    void writesARequestToClaude(TestInfo test) throws Exception {
        var request = CLAUDE.request(
                Fixture.endpoint("https://us-east5-aiplatform.googleapis.com", Optional.empty()),
                Fixture.fullRequest("claude-x@20260101"));
        assertThat(Fixture.written(request)).isEqualTo(Fixture.of(test).text());
    }

    @Test
    void readsAnAnswerOfGemini(TestInfo test) throws Exception {
        assertThat(GEMINI.reply(Fixture.of(test).reply()))
                .isInstanceOfSatisfying(ChatReply.Answered.class, answered -> {
                    assertThat(answered.text()).isEqualTo("yes");
                    assertThat(answered.details().usage().input()).contains(4L);
                    assertThat(answered.details().usage().output()).contains(5L);
                });
    }

    @Test
    void readsAnAnswerOfClaude(TestInfo test) throws Exception {
        assertThat(CLAUDE.reply(Fixture.of(test).reply()))
                .isInstanceOfSatisfying(ChatReply.Answered.class, answered -> {
                    assertThat(answered.text()).isEqualTo("yes");
                    assertThat(answered.details().usage().input()).contains(112L);
                    assertThat(answered.details().usage().writes()).contains(new CacheWrites(100, 0, 0));
                });
    }

    @Test
    void readsAnErrorOfGoogle(TestInfo test) throws Exception {
        assertThat(CLAUDE.reply(Fixture.of(test).reply()))
                .isInstanceOfSatisfying(
                        ChatReply.Rejected.class,
                        rejected -> assertThat(rejected.rejection().kind()).isEqualTo(Kind.CAPACITY));
    }

    @Test
    void readsAnErrorOfAnthropic(TestInfo test) throws Exception {
        assertThat(CLAUDE.reply(Fixture.of(test).reply()))
                .isInstanceOfSatisfying(ChatReply.Rejected.class, rejected -> {
                    assertThat(rejected.rejection().kind()).isEqualTo(Kind.INVALID);
                    assertThat(rejected.rejection().message()).contains("max_tokens");
                });
    }

    @Test
    void eachKindOfLocationHasItsOwnAddress() {
        assertThat(VertexLocation.address("global")).isEqualTo(URI.create("https://aiplatform.googleapis.com"));
        assertThat(VertexLocation.address("eu")).isEqualTo(URI.create("https://aiplatform.eu.rep.googleapis.com"));
        assertThat(VertexLocation.address("us-east5"))
                .isEqualTo(URI.create("https://us-east5-aiplatform.googleapis.com"));
        assertThat(VertexLocation.region(VertexLocation.address("us-east5"))).contains("us-east5");
        assertThat(VertexLocation.isOwn(URI.create("https://us-aiplatform.googleapis.com.example")))
                .isFalse();
        assertThatThrownBy(() -> new VertexLocation("a/b", "us-east5")).hasMessageContaining("a/b");
    }

    @Test
    void aRequestWithoutOptionsIsShort() {
        var request = CLAUDE.request(
                Fixture.endpoint("http://localhost:1", Optional.empty()), ChatRequest.of("claude-x", "hi", 5));
        assertThat(request.body().asText())
                .isEqualTo("{\"anthropic_version\":\"vertex-2023-10-16\",\"max_tokens\":5,"
                        + "\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}");
    }
}
