package dev.rowan.transforms.keyword;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.TransformResult.Verdict;
import dev.rowan.api.text.TextSelection;
import dev.rowan.testkit.Disguise;
import dev.rowan.testkit.FakeContext;
import dev.rowan.testkit.FakeTime;
import dev.rowan.testkit.PlantedRows;
import dev.rowan.testkit.PlantedRows.Planted;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/// A keyword filter finds a forbidden text wherever it stands in a row, in every disguise that it promises to see
/// through.
class KeywordFilterPropertyTest {
    private static final String TEXT = "password";
    private static final String PATTERN = "(?i)\\bpassword\\b";

    private static final KeywordFilter FILTER = filter(true);

    @Property(tries = 2_000)
    void noForbiddenTextPasses(@ForAll long seed) {
        Planted planted = planted(seed);

        assertThat(FILTER.process(planted.row(), context()))
                .as("%s", planted)
                .isInstanceOfSatisfying(TransformResult.Error.class, error -> {
                    assertThat(error.verdict()).isEqualTo(Verdict.BLOCKED);
                    assertThat(error.reason().details())
                            .containsEntry("pattern", PATTERN)
                            .containsEntry("position", (long) planted.before());
                    assertThat(error.reason().details().containsKey("key_index"))
                            .isEqualTo(planted.isKey());
                });
    }

    @Property(tries = 500)
    void cleanRowsPass(@ForAll long seed) {
        Row row = new PlantedRows(new SplittableRandom(seed)).clean();

        assertThat(FILTER.process(row, context())).isEqualTo(TransformResult.success(row));
    }

    @Example
    void mustFailControlALookAtTheTopLevelMissesRows() {
        assertThat(sample().filter(row -> texts(row.row()).noneMatch(KeywordFilterPropertyTest::isSeenThrough)))
                .isNotEmpty()
                .allMatch(row -> row.isKey() || row.isNested());
    }

    @Example
    void mustFailControlWithoutNormalisationDisguisesPass() {
        KeywordFilter literal = filter(false);

        assertThat(sample().filter(row -> literal.process(row.row(), context()) instanceof TransformResult.Success))
                .isNotEmpty()
                .noneMatch(row -> row.disguise() == Disguise.NONE || row.disguise() == Disguise.UPPER_CASE);
    }

    private static boolean isSeenThrough(String text) {
        return FILTER.process(Row.of("text", text), context()) instanceof TransformResult.Error;
    }

    private static Stream<String> texts(Row row) {
        return row.names().list().stream().map(row::text).flatMap(Optional::stream);
    }

    private static Stream<Planted> sample() {
        return LongStream.range(0, 200).mapToObj(KeywordFilterPropertyTest::planted);
    }

    private static Planted planted(long seed) {
        return new PlantedRows(new SplittableRandom(seed)).planted(TEXT);
    }

    private static KeywordFilter filter(boolean normalize) {
        return new KeywordFilter(new KeywordFilterSettings(
                new TextSelection.All(Set.of()), List.of(BlockedPattern.normalized(PATTERN)), normalize));
    }

    private static FakeContext context() {
        return new FakeContext(new FakeTime());
    }
}
