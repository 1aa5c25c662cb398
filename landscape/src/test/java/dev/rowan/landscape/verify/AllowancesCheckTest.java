package dev.rowan.landscape.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.SystemTime;
import dev.rowan.api.call.Usd;
import dev.rowan.landscape.Calls;
import dev.rowan.landscape.CostPool;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.Samples;
import dev.rowan.landscape.SplitRecorder;
import dev.rowan.landscape.SplitWork;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.record.WriterId;
import dev.rowan.landscape.store.Database;
import dev.rowan.landscape.store.Session;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Planted defects in shared budgets that `verify` must find.
class AllowancesCheckTest {
    @TempDir
    private Path folder;

    private List<Finding> findings() {
        try (ChainCheck check = ChainCheck.open(url(), folder)) {
            return check.verify("a", VerifyInputs.itself()).findings();
        }
    }

    private String url() {
        return "sqlite:" + folder.resolve("landscape.db");
    }

    /// A budget that lost its cap, as if allowances were granted without the check.
    @Test
    void findsAllowancesBeyondTheCap() throws Exception {
        Usd cap = Calls.WORST;
        try (Landscape landscape = Landscapes.open(url(), folder, new SystemTime(), new SecureRandom());
                LandscapeRecorder _ = landscape.start(Samples.run("a"));
                SplitRecorder writer = landscape.join(new WriterId("a", 1, 1));
                CostPool pool = writer.costPool(cap)) {
            CostPool.State seen = pool.read();
            unguarded("UPDATE cost_pool SET cap = 9 * cap");
            pool.change(seen, new Usd(3 * cap.pico()), Usd.ZERO);
        }

        assertThat(findings()).singleElement().satisfies(finding -> {
            assertThat(finding.invariant()).isEqualTo("F7");
            assertThat(finding.message()).contains("over the cap");
        });
    }

    @Test
    void findsCallsBeyondTheAllowance() throws Exception {
        try (Landscape landscape = Landscapes.open(url(), folder, new SystemTime(), new SecureRandom());
                LandscapeRecorder _ = landscape.start(Samples.run("a"));
                SplitRecorder writer = landscape.join(new WriterId("a", 1, 1));
                CostPool pool = writer.costPool(new Usd(100 * Calls.WORST.pico()))) {
            pool.change(pool.read(), new Usd(Calls.WORST.pico() - 1), Usd.ZERO);
            writer.open(SplitWork.split(0));
            writer.awaitCommitted(writer.record(SplitWork.claimed(1, 1)));
        }

        assertThat(findings()).anySatisfy(finding -> {
            assertThat(finding.invariant()).isEqualTo("F7");
            assertThat(finding.message()).contains("more than its allowance");
        });
    }

    private void unguarded(String sql) throws Exception {
        try (Session session = Database.of(url(), folder).open()) {
            session.inTransaction(each -> {
                each.execute(sql);
                return true;
            });
        }
    }
}
