package dev.rowan.api.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.api.text.FieldPath.Step;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class FieldPathTest {

    @Property
    void isReadAsItWasWritten(@ForAll("steps") List<Step> beneath) {
        FieldPath path = FieldPath.field("field").then(new FieldPath(beneath));

        assertThat(FieldPath.parse(path.toString())).isEqualTo(path);
    }

    @Provide
    Arbitrary<List<Step>> steps() {
        Arbitrary<Step> keys =
                Arbitraries.strings().withChars("ab .[]\"\\0ü").ofMaxLength(5).map(Step.Key::new);
        Arbitrary<Step> indexes = Arbitraries.integers().between(0, 999_999_999).map(Step.Index::new);
        return Arbitraries.oneOf(keys, indexes).list().ofMaxSize(5);
    }

    @Example
    void textThatIsNoPathIsAName() {
        for (String name :
                List.of("", ".", "a.", ".a", "a..b", "a[", "a[]", "a[x]", "a[-1]", "a[0]b", "a]", "[0]", "a[\"b")) {
            assertThat(FieldPath.parse(name)).as(name).isEqualTo(FieldPath.field(name));
        }
    }

    @Example
    void leadsToAValueOrNowhere() {
        Row row = Row.of("meta", Map.of("note", List.of("x", Map.of("a.b", true))))
                .with("none", null);

        assertThat(FieldPath.parse("meta.note[1][\"a.b\"]").in(row)).contains(new FieldPath.Found(true));
        assertThat(FieldPath.parse("none").in(row)).contains(new FieldPath.Found(null));
        for (String path : List.of("meta.other", "meta.note[2]", "meta[0]", "none.x", "other")) {
            assertThat(FieldPath.parse(path).in(row)).as(path).isEmpty();
        }
    }

    @Example
    void containsWhatIsBeneathIt() {
        assertThat(FieldPath.ROW.contains(FieldPath.parse("a.b"))).isTrue();
        assertThat(FieldPath.parse("a").contains(FieldPath.parse("a[0].b"))).isTrue();
        assertThat(FieldPath.parse("a.b").contains(FieldPath.parse("a"))).isFalse();
        assertThat(FieldPath.parse("a.b").contains(FieldPath.parse("a.c"))).isFalse();
        assertThat(FieldPath.field("a").then(new Step.Each()).contains(FieldPath.parse("a[3]")))
                .isTrue();
        assertThat(FieldPath.parse("a[3]").contains(FieldPath.field("a").then(new Step.Each())))
                .isFalse();
    }
}
