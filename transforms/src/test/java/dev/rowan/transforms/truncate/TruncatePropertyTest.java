package dev.rowan.transforms.truncate;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/// A cut text is whole characters of the text, no more than allowed.
class TruncatePropertyTest {

    @Property
    void keepsAsManyWholeCharactersAsFit(
            @ForAll("texts") String text,
            @ForAll("suffixes") String suffix,
            @ForAll @IntRange(min = 1, max = 12) int room) {
        int maxChars = room + suffix.codePointCount(0, suffix.length());
        int length = text.codePointCount(0, text.length());

        String cut = new Cut(maxChars, suffix).of(text);

        assertThat(UTF_8.newEncoder().canEncode(cut)).isTrue();
        if (length <= maxChars) {
            assertThat(cut).isEqualTo(text);
        } else {
            assertThat(cut.codePointCount(0, cut.length())).isEqualTo(maxChars);
            assertThat(cut).endsWith(suffix);
            assertThat(text).startsWith(cut.substring(0, cut.length() - suffix.length()));
        }
    }

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.of("a", "ü", "\uD83D\uDE00", "\uD834\uDD1E", " ")
                .list()
                .ofMaxSize(20)
                .map(parts -> String.join("", parts));
    }

    @Provide
    Arbitrary<String> suffixes() {
        return Arbitraries.of("", "…", "\uD83D\uDE00.");
    }
}
