package dev.rowan.landscape.fold;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.landscape.record.LogEntry.Result;
import java.util.List;
import org.junit.jupiter.api.Test;

class VisitValuesTest {
    private static final Row INPUT = Row.of("a", "1").with("b", "2");

    private static String stored(Result result) {
        return new String(VisitValues.of(result).write().orElseThrow(), UTF_8);
    }

    @Test
    void storesChangedFields() {
        assertThat(stored(new Result.Passed(INPUT, INPUT.with("b", "3").with("c", 4L))))
                .isEqualTo("{\"set\":{\"b\":\"3\",\"c\":4}}");
    }

    @Test
    void storesRemovedFields() {
        assertThat(stored(new Result.Passed(INPUT, INPUT.without(List.of("a")))))
                .isEqualTo("{\"set\":{},\"unset\":[\"a\"]}");
    }

    @Test
    void storesTheWholeRowWhenTheOrderChanged() {
        assertThat(stored(new Result.Passed(INPUT, Row.of("b", "2").with("a", "1"))))
                .isEqualTo("{\"row\":{\"b\":\"2\",\"a\":\"1\"}}");
    }

    @Test
    void storesEveryRowOfASplitWithItsPart() {
        assertThat(stored(new Result.Split(INPUT, List.of(Row.of("x", 1L), Row.of("x", 2L)), List.of(4))))
                .isEqualTo("{\"rows\":[{\"x\":1},{\"x\":2}],\"parts\":[4]}");
    }

    @Test
    void storesTheReason() {
        assertThat(stored(
                        new Result.Failed(Reason.of("late", "too late").asRetryable(), TransformResult.Verdict.FAILED)))
                .isEqualTo("{\"reason\":{\"reason\":\"late\",\"message\":\"too late\"},\"retryable\":true}");
    }

    @Test
    void readsAJoinThatChangedNothing() {
        var joined = VisitValues.of(new Result.Joined(INPUT, INPUT, "any", List.of(2), List.of()));

        assertThat(VisitValues.read(joined.write())).isEqualTo(joined);
    }
}
