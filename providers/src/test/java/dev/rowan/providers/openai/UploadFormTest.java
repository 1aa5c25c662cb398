package dev.rowan.providers.openai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.providers.openai.BatchDialect.Expiry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UploadFormTest {
    @TempDir
    private Path directory;

    private Path file(String content) throws IOException {
        return Files.writeString(directory.resolve("in.jsonl"), content);
    }

    @Test
    void holdsPurposeExpiryAndFile() throws IOException {
        Path file = file("{}\n");
        UploadForm form = UploadForm.of("s1", file, Expiry.BRACKETS);
        String mark = "--" + form.boundary() + "\r\n";

        assertThat(form.contentType()).isEqualTo("multipart/form-data; boundary=" + form.boundary());
        assertThat(form.body().before().asText())
                .isEqualTo(mark + "Content-Disposition: form-data; name=\"purpose\"\r\n\r\nbatch\r\n" + mark
                        + "Content-Disposition: form-data; name=\"expires_after[anchor]\"\r\n\r\ncreated_at\r\n" + mark
                        + "Content-Disposition: form-data; name=\"expires_after[seconds]\"\r\n\r\n1209600\r\n" + mark
                        + "Content-Disposition: form-data; name=\"file\"; filename=\"s1.jsonl\"\r\n"
                        + "Content-Type: application/jsonl\r\n\r\n");
        assertThat(form.body().after().asText()).isEqualTo("\r\n--" + form.boundary() + "--\r\n");
        assertThat(form.body().length())
                .isEqualTo(
                        form.body().before().size() + 3L + form.body().after().size());
        assertThat(UploadForm.of("s1", file, Expiry.DOT).body().before().asText())
                .contains("\"expires_after.seconds\"");
    }

    @Test
    void hasABoundaryThatIsNotInTheFile() throws IOException {
        String usual = UploadForm.of("s1", file(""), Expiry.DOT).boundary();
        String next = UploadForm.of("s1", file("a row about " + usual + ", say\n"), Expiry.DOT)
                .boundary();
        String third = UploadForm.of("s1", file(next + usual), Expiry.DOT).boundary();

        assertThat(next).isNotEqualTo(usual);
        assertThat(third).isNotEqualTo(usual).isNotEqualTo(next);
        assertThat(usual).matches("[a-z0-9-]{1,70}");
    }

    @Test
    void findsWhatStandsAnywhereInALargeFile() throws IOException {
        byte[] wanted = "rowan-0123456789".getBytes(StandardCharsets.US_ASCII);
        var random = new SplittableRandom(7);
        for (int i = 0; i < 200; i++) {
            byte[] content = new byte[200_000];
            for (int at = 0; at < content.length; at++) {
                content[at] = wanted[random.nextInt(wanted.length)];
            }
            int place = i < 40 ? (1 << 16) - 20 + i : random.nextInt(content.length - wanted.length);
            Path file = directory.resolve("large");
            Files.write(file, content);
            assertThat(UploadForm.holds(file, wanted))
                    .as("seed 7, without, %s", i)
                    .isFalse();
            System.arraycopy(wanted, 0, content, place, wanted.length);
            Files.write(file, content);
            assertThat(UploadForm.holds(file, wanted))
                    .as("seed 7, at %s", place)
                    .isTrue();
        }
    }
}
