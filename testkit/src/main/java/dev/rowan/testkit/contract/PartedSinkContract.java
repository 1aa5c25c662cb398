package dev.rowan.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.fault.Faults;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.plugin.Sink.Existing;
import dev.rowan.api.plugin.Sink.Mark;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// The contract of every sink of local files whose mark lags: rows become durable in parts, by the number of rows
/// and bytes alone.
public abstract class PartedSinkContract extends SinkImageContract {

    @Test
    void aMarkLagsAndMovesWithEachPart() throws Exception {
        try (Sink sink = sink(Faults.NONE)) {
            sink.open(Existing.REFUSE);
            sink.write(row(1));
            assertThat(sink.sync().rows()).as("must-fail control: it lags").isZero();
            for (int n = 2; n <= rows(); n++) {
                sink.write(row(n));
            }
            assertThat(sink.sync().rows()).isBetween(1L, rows() - 1L);
        }
    }

    @Test
    void aFailureDropsTheOpenPart() throws Exception {
        Straight straight = straight(rows());
        clear();
        Sink sink = sink(Faults.NONE);
        sink.open(Existing.REFUSE);
        for (int n = 1; n <= rows(); n++) {
            sink.write(row(n));
        }
        Mark mark = sink.sync();
        sink.close();
        Map<String, String> left = content();
        assertThat(left).isNotEqualTo(straight.files());

        try (Sink resumed = sink(Faults.NONE)) {
            assertThat(resumed.resume(mark)).isEqualTo(mark);
            assertThat(content()).isEqualTo(left);
            for (int n = (int) mark.rows() + 1; n <= rows(); n++) {
                resumed.write(row(n));
            }
            assertThat(resumed.finish()).isEqualTo(straight.mark());
        }
        assertThat(content()).isEqualTo(straight.files());
    }
}
