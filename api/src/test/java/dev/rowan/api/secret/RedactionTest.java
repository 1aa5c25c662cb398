package dev.rowan.api.secret;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RedactionTest {
    private static final String CANARY = "sk-cañary/7Q \"x\\+=29%&";
    private static final Redaction REDACTION = Redaction.of(List.of(Secret.of("${KEY}", CANARY)));

    static Stream<String> spellings() {
        String hex = HexFormat.of().formatHex(CANARY.getBytes(UTF_8));
        String url = URLEncoder.encode(CANARY, UTF_8);
        String json = CANARY.replace("\\", "\\\\").replace("\"", "\\\"");
        return Stream.of(
                CANARY,
                hex,
                hex.toUpperCase(Locale.ROOT),
                url,
                url.replace("+", "%20"),
                url.replace("%2F", "%2f").replace("%C3%B1", "%c3%b1"),
                "%73" + url.substring(1),
                json,
                json.replace("/", "\\/"),
                json.replace("ñ", "\\u00f1").replace("\\\"", "\\u0022"),
                json.replace("ñ", "\\u00F1"));
    }

    @ParameterizedTest
    @MethodSource("spellings")
    void takesOutEverySpelling(String spelling) {
        assertThat(REDACTION.text("a" + spelling + "z" + spelling)).isEqualTo("a[secret]z[secret]");
    }

    @Test
    void leavesValuesAloneThatAreTooShortToBeSecrets() {
        var redaction = Redaction.of(List.of(Secret.of("${KEY}", "EMPTY"), Secret.of("${OTHER}", CANARY)));

        assertThat(redaction.text("The box is EMPTY.")).isEqualTo("The box is EMPTY.");
        assertThat(redaction.text("a" + CANARY)).isEqualTo("a[secret]");
    }

    @Test
    void takesOutBase64AtEveryAlignment() {
        for (Base64.Encoder encoder : List.of(Base64.getEncoder(), Base64.getUrlEncoder())) {
            for (int lead = 0; lead < 4; lead++) {
                byte[] around = ("x".repeat(lead) + CANARY + "yyy").getBytes(UTF_8);
                String encoded = encoder.encodeToString(around);
                String clean = REDACTION.text(encoded);
                assertThat(clean).contains(Redaction.MARK);
                assertThat(clean.length() - Redaction.MARK.length()).isLessThanOrEqualTo(4 * 2 + 4);
            }
        }
    }

    @Test
    void leavesOtherTextAsTheSameObject() {
        String text = "sk-cañary is not the whole of it; nor is " + CANARY.substring(1);
        byte[] bytes = text.getBytes(UTF_8);
        assertThat(REDACTION.text(text)).isSameAs(text);
        assertThat(REDACTION.bytes(bytes)).isSameAs(bytes);
        assertThat(REDACTION.finds(bytes)).isFalse();
    }

    @Test
    void keepsTheBytesAroundASecretAsTheyAre() {
        byte[] secret = CANARY.getBytes(UTF_8);
        byte[] raw = new byte[secret.length + 2];
        raw[0] = (byte) 0xff;
        System.arraycopy(secret, 0, raw, 1, secret.length);
        raw[raw.length - 1] = (byte) 0xc3;
        assertThat(REDACTION.finds(raw)).isTrue();
        assertThat(REDACTION.bytes(raw))
                .startsWith((byte) 0xff)
                .endsWith((byte) 0xc3)
                .hasSize(2 + Redaction.MARK.length());
    }

    @Test
    void prefersTheLongerOfTwoSecrets() {
        var both = Redaction.of(List.of(Secret.of("a", "token-12345"), Secret.of("b", "token-12345-67890")));
        assertThat(both.text("x token-12345-67890 y")).isEqualTo("x [secret] y");
    }

    @Test
    void withoutSecretsChangesNothing() {
        assertThat(Redaction.of(List.of()).text(CANARY)).isSameAs(CANARY);
    }

    @Test
    void findsASecretOfDoubledBackslashes() {
        var redaction = Redaction.of(List.of(Secret.of("a", "\\\\\\\\\\\\\\\\")));
        assertThat(redaction.text("<\\\\\\\\\\\\\\\\>")).isEqualTo("<[secret]>");
    }

    @Provide
    Arbitrary<String> secrets() {
        return Arbitraries.strings().withCharRange(' ', '~').ofMinLength(8).ofMaxLength(60);
    }

    @Property(tries = 300)
    void leavesNoSpellingOfAnySecretBehind(
            @ForAll("secrets") String value, @ForAll byte[] before, @ForAll byte[] after) {
        var redaction = Redaction.of(List.of(Secret.of("s", value)));
        byte[] whole = join(before, value.getBytes(UTF_8), after);
        for (String carried : List.of(
                Base64.getEncoder().encodeToString(whole),
                Base64.getUrlEncoder().withoutPadding().encodeToString(whole),
                HexFormat.of().formatHex(whole),
                URLEncoder.encode(value, UTF_8))) {
            assertThat(redaction.finds(carried.getBytes(UTF_8))).isTrue();
            assertThat(redaction.finds(redaction.text(carried).getBytes(UTF_8))).isFalse();
        }
        assertThat(redaction.finds(whole)).isTrue();
    }

    private static byte[] join(byte[] first, byte[] second, byte[] third) {
        var all = new byte[first.length + second.length + third.length];
        System.arraycopy(first, 0, all, 0, first.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        System.arraycopy(third, 0, all, first.length + second.length, third.length);
        return all;
    }
}
