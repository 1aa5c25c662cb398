package dev.rowan.transforms.extract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.rowan.api.SystemTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// Damaged documents end in a reason or in text, never in an exception or a hang. `-Drowan.extract.fuzz=100000` sets
/// the number of documents, `-Drowan.extract.seed=N` the seed.
class DamagedDocumentPropertyTest {
    private static final int DOCUMENTS = Integer.getInteger("rowan.extract.fuzz", 300);
    private static final long SEED = Long.getLong("rowan.extract.seed", 21);

    @Test
    void damagedDocumentsEndInAReason() throws Exception {
        List<byte[]> seeds = List.of(
                Pdfs.of(List.of("first page", "", "third page")),
                Pdfs.encrypted("secret"),
                "<html><body><p>one<table><tr><td>two</td></tr></table></body></html>".getBytes(UTF_8));
        var random = new SplittableRandom(SEED);
        var texts = new ArrayList<Integer>();
        for (int i = 0; i < DOCUMENTS; i++) {
            byte[] damaged = damaged(seeds.get(i % seeds.size()).clone(), random);
            String about = "seed " + SEED + ", document " + i;
            assertThatCode(() -> {
                        var deadline = new Deadline(new SystemTime(), Duration.ofSeconds(20));
                        Extraction result = DocumentKind.of(damaged, ExtractTextSettings.From.BASE64)
                                .extract(damaged, false, 100, deadline);
                        if (result instanceof Extraction.Failed(var reason)) {
                            assertThat(reason.code()).isNotEqualTo("extraction_timeout");
                        } else {
                            texts.add(1);
                        }
                    })
                    .as(about)
                    .doesNotThrowAnyException();
        }
        assertThat(texts).as("documents that still have text").isNotEmpty();
    }

    private static byte[] damaged(byte[] document, RandomGenerator random) {
        int changes = 1 + random.nextInt(20);
        for (int i = 0; i < changes; i++) {
            int at = random.nextInt(document.length);
            switch (random.nextInt(4)) {
                case 0 -> document[at] = (byte) random.nextInt(256);
                case 1 -> document[at] ^= (byte) (1 << random.nextInt(8));
                case 2 -> {
                    int from = random.nextInt(document.length);
                    int length = Math.min(random.nextInt(64), document.length - Math.max(at, from));
                    System.arraycopy(document, from, document, at, length);
                }
                default -> document[at] = (byte) "0123456789<>[]()/".charAt(random.nextInt(17));
            }
        }
        return random.nextInt(5) == 0 ? Arrays.copyOf(document, 1 + random.nextInt(document.length)) : document;
    }
}
