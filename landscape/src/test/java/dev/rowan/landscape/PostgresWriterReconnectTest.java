package dev.rowan.landscape;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.SystemTime;
import dev.rowan.api.fault.FaultPoint;
import dev.rowan.api.fault.Faults;
import dev.rowan.landscape.SplitRecorder.Opening;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.record.WriterId;
import dev.rowan.landscape.verify.ChainCheck;
import dev.rowan.landscape.verify.Verdict;
import dev.rowan.landscape.verify.VerifyInputs;
import dev.rowan.landscape.verify.VerifyReport;
import dev.rowan.testkit.server.LossyProxy;
import dev.rowan.testkit.server.LossyProxy.Loss;
import dev.rowan.testkit.server.PostgresServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A writer whose connection to PostgreSQL is lost at every commit: of an open split, a claim, an answer, a part, and
/// the seal.
@Timeout(120)
@ExtendWith(PostgresServer.class)
@Tag("slow")
class PostgresWriterReconnectTest {
    private static final Path HERE = Path.of(".");

    private final String direct;
    private final String url;
    private final LossyProxy proxy;
    private final AtomicInteger losses = new AtomicInteger();
    private volatile Optional<Loss> next = Optional.empty();

    PostgresWriterReconnectTest(PostgresServer.Schema schema) throws IOException {
        this.direct = schema.url();
        int port = URI.create(direct).getPort();
        this.proxy = LossyProxy.before(port);
        this.url = direct.replace("localhost:" + port, "127.0.0.1:" + proxy.port());
    }

    @AfterEach
    void closeProxy() throws IOException {
        proxy.close();
    }

    private void at(FaultPoint point) {
        if (point == FaultPoint.COMMIT_READY && next.isPresent()) {
            Loss loss = next.get();
            next = Optional.empty();
            losses.incrementAndGet();
            proxy.lose(loss);
        }
    }

    private Landscape open(String address) {
        return Landscapes.open(
                address,
                HERE,
                new SystemTime(),
                new SecureRandom(),
                address.equals(url) ? this::at : Faults.NONE,
                Optional.empty(),
                Duration.ofMinutes(1));
    }

    @ParameterizedTest
    @EnumSource(
            value = Loss.class,
            names = {"REQUEST", "REPLY"})
    void everyStepIsRecordedOnce(Loss loss) throws InterruptedException {
        try (Landscape behind = open(url);
                Landscape landscape = open(direct);
                LandscapeRecorder owner = landscape.start(Samples.run("a"))) {
            try (SplitRecorder one = behind.join(new WriterId("a", 1, 1))) {
                next = Optional.of(loss);
                one.open(SplitWork.split(0));
                for (long row = 1; row <= SplitWork.ROWS; row++) {
                    next = Optional.of(loss);
                    one.awaitCommitted(one.record(SplitWork.claimed(row, 1)));
                    next = Optional.of(loss);
                    one.awaitCommitted(one.record(SplitWork.answered(row, 1)));
                }
                next = Optional.of(loss);
                one.awaitCommitted(one.record(SplitWork.done(SplitWork.split(0))));
            }
            owner.end(SplitWork.completed(1));
        }
        assertThat(losses).hasValue(6);
        assertSound();
    }

    @ParameterizedTest
    @EnumSource(
            value = Loss.class,
            names = {"REQUEST", "REPLY"})
    void theSealIsRecordedOnce(Loss loss) throws InterruptedException {
        try (Landscape behind = open(url);
                Landscape landscape = open(direct);
                LandscapeRecorder owner = behind.start(Samples.run("a"));
                SplitRecorder live = landscape.join(new WriterId("a", 1, 1))) {
            SplitWork.doAll(live, 0);
            next = Optional.of(loss);
            owner.end(SplitWork.completed(1));
        }
        assertThat(losses).hasValue(1);
        assertSound();
    }

    /// The connections on which a writer joins, and looks at a split before it opens it.
    @ParameterizedTest
    @EnumSource(
            value = Loss.class,
            names = {"REQUEST", "REPLY"})
    void joiningAndOpeningAreTriedAgain(Loss loss) throws InterruptedException {
        try (Landscape behind = open(url);
                Landscape landscape = open(direct);
                LandscapeRecorder owner = landscape.start(Samples.run("a"))) {
            try (SplitRecorder one = landscape.join(new WriterId("a", 1, 1))) {
                one.open(SplitWork.split(0));
                proxy.lose(loss);
                try (SplitRecorder two = behind.join(new WriterId("a", 1, 2))) {
                    proxy.lose(loss);
                    assertThat(two.open(SplitWork.split(0))).isEqualTo(Opening.AGAIN);
                    for (long row = 1; row <= SplitWork.ROWS; row++) {
                        two.record(SplitWork.claimed(row, 1));
                        two.record(SplitWork.answered(row, 1));
                    }
                    two.awaitCommitted(two.record(SplitWork.done(SplitWork.split(0))));
                }
            }
            owner.end(SplitWork.completed(1));
        }
        assertSound();
    }

    private void assertSound() {
        try (ChainCheck check = ChainCheck.open(direct, HERE)) {
            VerifyReport report = check.verify("a", VerifyInputs.itself());
            assertThat(report.verdict()).isInstanceOf(Verdict.Intact.class);
            assertThat(report.findings()).isEmpty();
            assertThat(report.progress().complete()).isTrue();
        }
    }
}
