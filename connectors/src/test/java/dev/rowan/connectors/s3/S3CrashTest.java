package dev.rowan.connectors.s3;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.api.Sha256;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Wire;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.plugin.Sink.Existing;
import dev.rowan.api.plugin.Sink.Mark;
import dev.rowan.cloud.signin.AwsSignIn;
import dev.rowan.connectors.jsonl.JsonlFormat;
import dev.rowan.connectors.storage.WireSetup;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Kills the writer of an object at any request, before it or behind it, up to three times, with lost replies and
/// with an earlier process that only slept; the object must be that of a run without a crash.
///
/// `-Drowan.crashes=2000` for more images.
@Tag("slow")
class S3CrashTest {
    private static final int CRASHES = Integer.getInteger("rowan.crashes", 300);
    private static final long SEED = Long.getLong("rowan.crashes.seed", 20261117);
    private static final String KEY = "out/x.jsonl";
    private static final int ROWS = 60;

    /// So small that an upload has some parts.
    private static final PartSizes SIZES = new PartSizes(400, 3);

    private static long writers;

    private static final class Died extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /// A wire that dies at the request `at`, and loses some replies.
    private static final class DyingWire implements Wire {
        private final Wire wire;
        private final Random random;
        private final boolean behind;
        private int left;

        DyingWire(Wire wire, Random random, int at) {
            this.wire = wire;
            this.random = random;
            this.left = at;
            this.behind = random.nextBoolean();
        }

        @Override
        public WireReply exchange(WireRequest request) {
            boolean dies = left-- == 0;
            if (dies && !behind) {
                throw new Died();
            }
            WireReply reply = wire.exchange(request);
            if (dies) {
                throw new Died();
            }
            return random.nextInt(10) == 0
                    ? new WireReply.Unknown(
                            WireReply.Fault.RESET,
                            "lost",
                            OptionalInt.empty(),
                            Headers.none(),
                            Payload.empty(),
                            FakeS3.timings())
                    : reply;
        }
    }

    @Test
    void theObjectIsThatOfARunWithoutACrash() throws Exception {
        byte[] expected = straight();
        int died = 0;
        int slept = 0;
        for (int image = 0; image < CRASHES; image++) {
            long seed = SEED + image;
            int sleptBefore = slept;
            var random = new Random(seed);
            var service = new FakeS3();
            boolean replaces = random.nextInt(4) == 0;
            if (replaces) {
                service.put(KEY, "old\n".getBytes(UTF_8));
            }
            Optional<Mark> recorded = Optional.empty();
            boolean complete = false;
            List<Sink> sleepers = new ArrayList<>();
            for (int life = 0; !complete; life++) {
                int at = life < 3 ? random.nextInt(30) : Integer.MAX_VALUE;
                Sink sink = sink(new DyingWire(service, random, at));
                try {
                    recorded = Optional.of(recorded.isPresent() ? recorded.get() : sink.start(existing(replaces)));
                    if (life == 0) {
                        sink.open(existing(replaces));
                    } else {
                        sink.resume(recorded.get());
                    }
                    for (int row = (int) recorded.get().rows(); row < ROWS; row++) {
                        sink.write(row(row));
                        if (random.nextInt(3) == 0) {
                            recorded = Optional.of(random.nextInt(4) == 0 ? recorded.get() : sink.sync());
                        }
                    }
                    Mark last = sink.finish();
                    complete = random.nextInt(5) > 0 || life >= 3;
                    assertThat(last.sha256()).as("seed %s", seed).isEqualTo(Sha256.hex(expected));
                    assertThat(last.rows()).as("seed %s", seed).isEqualTo(ROWS);
                } catch (Died _) {
                    died++;
                    sleepers.add(sink);
                } catch (PluginException stopped) {
                    assertThat(stopped)
                            .as("seed %s: a run stops for lost replies only", seed)
                            .hasMessageContaining("broke (reset)");
                }
                if (random.nextInt(3) == 0 && !sleepers.isEmpty() && !complete) {
                    wake(sleepers.getLast(), random);
                    slept++;
                }
            }
            assertThat(service.content(KEY).orElseThrow()).as("seed %s", seed).isEqualTo(expected);
            if (slept == sleptBefore) {
                assertThat(service.openUploads()).as("seed %s", seed).isZero();
            }
        }
        assertThat(died).as("must-fail control").isGreaterThan(CRASHES);
        assertThat(slept).as("must-fail control").isPositive();
    }

    /// An earlier process continues for a while, with other rows, unless it finds that its upload is gone.
    private static void wake(Sink sleeper, Random random) throws Exception {
        try {
            for (int i = 0; i < 30; i++) {
                sleeper.write(row(1_000 + random.nextInt(10)));
            }
            sleeper.sync();
        } catch (PluginException | IllegalStateException _) {
            // the next process has aborted the upload, a reply was lost, or the process died before it opened the sink
        }
    }

    private static Existing existing(boolean replaces) {
        return replaces ? Existing.OVERWRITE : Existing.REFUSE;
    }

    private static byte[] straight() throws Exception {
        var service = new FakeS3();
        try (Sink sink = sink(service)) {
            sink.open(Existing.REFUSE);
            for (int row = 0; row < ROWS; row++) {
                sink.write(row(row));
            }
            assertThat(service.content(KEY))
                    .as("nothing is visible before the end")
                    .isEmpty();
            sink.finish();
        }
        return service.content(KEY).orElseThrow();
    }

    private static Row row(int n) {
        return Row.of("id", n).with("text", "täxt\n" + "x".repeat(n % 97) + " ".repeat(20_000));
    }

    private static Sink sink(Wire wire) throws Exception {
        var problems = new Problems();
        var section = Section.check(ConfigNode.of(Map.of()), JsonlFormat.WRITING.options(), Path.of(""), problems)
                .orElseThrow();
        var settings = new S3Settings(
                new S3Location("s3", "bucket", KEY),
                Optional.of(URI.create("http://127.0.0.1:1")),
                Optional.of("us-east-1"),
                Optional.empty(),
                true,
                new AwsSignIn(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty()));
        var destination =
                new S3Destination(settings, settings.location(), "application/jsonl", new Random(writers++), SIZES);
        Sink sink = JsonlFormat.WRITING.sink(destination, section);
        sink.prepare(WireSetup.of(Map.of()).over(_ -> wire));
        return sink;
    }
}
