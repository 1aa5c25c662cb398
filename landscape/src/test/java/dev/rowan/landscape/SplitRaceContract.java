package dev.rowan.landscape;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.landscape.verify.ChainCheck;
import dev.rowan.landscape.verify.Verdict;
import dev.rowan.landscape.verify.VerifyInputs;
import dev.rowan.landscape.verify.VerifyReport;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Writers that die, hand a split out twice and wake up again: every row is done once, and every call is on record.
@Tag("slow")
@Timeout(300)
abstract class SplitRaceContract extends LandscapeFixture {
    private static final int SPLITS = 12;
    private static final int WRITERS = 4;

    @Test
    void everyRowIsDoneOnceAndEveryCallIsOnRecord() throws Exception {
        long seed = new SecureRandom().nextLong();
        System.out.println("seed of the race: " + seed);
        var race = new SplitRace(landscape, url(), SPLITS);
        try (LandscapeRecorder owner = landscape.start(Samples.run("a"))) {
            race.run(WRITERS, seed);
            owner.end(SplitWork.completed(SPLITS));
        }

        int rows = SPLITS * SplitWork.ROWS;
        List<Integer> ends = race.ends();
        assertThat(ends.getFirst()).as("answers, seed " + seed).isEqualTo(rows);
        assertThat(ends.getFirst() + ends.getLast())
                .as("attempts that ended, seed " + seed)
                .isEqualTo(race.count("call_intent"))
                .isGreaterThanOrEqualTo(race.sent());
        assertThat(race.count("outcome")).as("outcomes, seed " + seed).isEqualTo(rows);
        try (ChainCheck check = ChainCheck.open(url(), Path.of("."))) {
            VerifyReport report = check.verify("a", VerifyInputs.itself());
            assertThat(report.verdict()).as("seed " + seed).isInstanceOf(Verdict.Intact.class);
            assertThat(report.findings()).as("seed " + seed).isEmpty();
        }
        assertThat(race.faults()).isPositive();
    }
}
