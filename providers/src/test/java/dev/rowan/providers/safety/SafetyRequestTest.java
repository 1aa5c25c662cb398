package dev.rowan.providers.safety;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.call.WireRequest;
import dev.rowan.api.secret.Secret;
import dev.rowan.providers.chat.ChatEndpoint;
import dev.rowan.providers.chat.ExtraHeaders;
import dev.rowan.providers.safety.ContentSafety.OutputType;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class SafetyRequestTest {
    private static final SafetyEndpoint ENDPOINT = new SafetyEndpoint(new ChatEndpoint(
            URI.create("https://rowan.cognitiveservices.azure.com/"),
            Secret.of("${AZURE_CONTENT_SAFETY_KEY}", "sk-canary-42"),
            Optional.empty(),
            Duration.ofSeconds(30),
            ExtraHeaders.NONE));

    @Test
    void asksForTheFourCategories() {
        WireRequest request = ContentSafety.requests(ENDPOINT, "hello", OutputType.FOUR_SEVERITY_LEVELS)
                .getFirst();
        assertThat(request.uri())
                .hasToString("https://rowan.cognitiveservices.azure.com/contentsafety/text:analyze"
                        + "?api-version=2024-09-01");
        assertThat(request.credentials())
                .singleElement()
                .satisfies(credential -> assertThat(credential.header()).isEqualTo("Ocp-Apim-Subscription-Key"));
        assertThat(request.body().asText())
                .isEqualTo("{\"text\":\"hello\",\"categories\":[\"Hate\",\"SelfHarm\",\"Sexual\",\"Violence\"],"
                        + "\"outputType\":\"FourSeverityLevels\"}");
    }

    @Test
    void asksAboutTheTextAsPromptAndAsDocument() {
        WireRequest request = PromptShield.requests(ENDPOINT, "hello").getFirst();
        assertThat(request.uri().getPath()).isEqualTo("/contentsafety/text:shieldPrompt");
        assertThat(request.body().asText()).isEqualTo("{\"userPrompt\":\"hello\",\"documents\":[\"hello\"]}");
    }

    @Test
    void splitsLongTextByCodePointsWithAnOverlap() {
        String text = "😀".repeat(10_001);
        assertThat(ContentSafety.requests(ENDPOINT, "😀".repeat(10_000), OutputType.FOUR_SEVERITY_LEVELS))
                .hasSize(1);
        assertThat(ContentSafety.requests(ENDPOINT, text, OutputType.FOUR_SEVERITY_LEVELS))
                .hasSize(2);
        assertThat(SafetyEndpoint.PARTS.of(text)).containsExactly("😀".repeat(10_000), "😀".repeat(501));
    }

    @Test
    void replacesHalfOfASurrogatePair() {
        assertThat(SafetyEndpoint.PARTS.of("a\ud83d")).containsExactly("a\ufffd");
    }

    @Property(tries = 300)
    void everyWindowAsLongAsTheOverlapIsWholeInSomePart(
            @ForAll @StringLength(max = 60) String text,
            @ForAll @IntRange(min = 4, max = 12) int size,
            @ForAll @IntRange(min = 0, max = 3) int overlap) {
        List<String> parts = new TextParts(size, overlap).of(text);
        String clean = new TextParts(1_000, 0).of(text).getFirst();
        assertThat(parts).isNotEmpty().allMatch(part -> part.codePointCount(0, part.length()) <= size);
        int length = clean.codePointCount(0, clean.length());
        for (int from = 0; from + overlap + 1 <= length; from++) {
            String window =
                    clean.substring(clean.offsetByCodePoints(0, from), clean.offsetByCodePoints(0, from + overlap + 1));
            assertThat(parts).anyMatch(part -> part.contains(window));
        }
    }
}
