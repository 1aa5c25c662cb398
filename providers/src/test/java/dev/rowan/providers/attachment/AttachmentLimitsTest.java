package dev.rowan.providers.attachment;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.call.Attachment;
import dev.rowan.api.call.Payload;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AttachmentLimitsTest {

    private static Attachment image(int size) {
        return Attachment.of("image/png", "field image", new byte[size]);
    }

    @Test
    void refusesWhatAProviderDoesNotAccept() {
        assertThat(AttachmentLimits.ANTHROPIC.check(List.of(image(3_932_160)))).isEmpty();
        assertThat(AttachmentLimits.ANTHROPIC.check(List.of(image(3_932_161))))
                .hasValueSatisfying(reason -> assertThat(reason.message()).contains("Anthropic accepts 3,932,160"));
        assertThat(AttachmentLimits.GEMINI.check(List.of(image(10_000_000), image(10_000_000))))
                .isPresent();
        assertThat(AttachmentLimits.OPENAI.tokens(image(10))).isEqualTo(1_500);
    }

    @Test
    void tellsKindsByTheirContent() {
        assertThat(MediaKind.of("\u0089PNG\r\n\u001a\nrest".getBytes(ISO_8859_1)))
                .hasValue(MediaKind.PNG);
        assertThat(MediaKind.of("\u00ff\u00d8\u00ff\u00e0".getBytes(ISO_8859_1)))
                .hasValue(MediaKind.JPEG);
        assertThat(MediaKind.of("RIFF....WEBPVP8".getBytes(ISO_8859_1))).hasValue(MediaKind.WEBP);
        assertThat(MediaKind.of("GIF89a".getBytes(ISO_8859_1))).hasValue(MediaKind.GIF);
        assertThat(MediaKind.of("%PDF-1.7".getBytes(ISO_8859_1))).hasValue(MediaKind.PDF);
        assertThat(MediaKind.of("<svg/>".getBytes(ISO_8859_1))).isEmpty();
        assertThat(MediaKind.of(new byte[0])).isEmpty();
    }

    @Test
    void expandsPlaceholdersOfItsOwnAttachmentsAlone() {
        Attachment one = Attachment.of("image/png", "a.png", "one".getBytes(UTF_8));
        String other = Attachment.MARK + "0".repeat(64);
        String body =
                "{\"a\":\"" + one.placeholder() + "\",\"b\":\"" + other + "\",\"c\":\"" + one.placeholder() + "\"}";
        Payload payload = Payload.of(body.getBytes(UTF_8), List.of(one));
        String base64 = Base64.getEncoder().encodeToString("one".getBytes(UTF_8));

        assertThat(payload.sent().asText())
                .isEqualTo("{\"a\":\"" + base64 + "\",\"b\":\"" + other + "\",\"c\":\"" + base64 + "\"}");
        assertThat(Attachment.expand(body.getBytes(UTF_8), _ -> Optional.empty()))
                .isEqualTo(body.getBytes(UTF_8));
    }
}
