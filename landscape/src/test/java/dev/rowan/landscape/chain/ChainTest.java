package dev.rowan.landscape.chain;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Sha256;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class ChainTest {
    private static final String ZEROS = "0".repeat(64);

    private final Chain chain = new Chain(new LogKey(3, 0, "0198"));

    @Test
    void hashesTheDocumentedEnvelope() {
        EventPayload payload = EventPayload.of("{\"a\":1}".getBytes(UTF_8), new byte[16]);
        Event read = Event.of(
                        EventTable.ROW_READ,
                        1_760_000_000_000_000L,
                        5L,
                        "read",
                        "line \"5\"",
                        null,
                        null,
                        null,
                        null,
                        null)
                .with(payload);

        Link link = chain.append(read, 1);

        String envelope = "{\"epoch\":1,\"payload_length\":7,\"payload_sha256\":\""
                + HexFormat.of().formatHex(payload.digest().sha256())
                + "\",\"position\":\"line \\\"5\\\"\",\"prev\":\"" + ZEROS
                + "\",\"row_seq\":5,\"run\":\"0198\",\"seq\":0,\"status\":\"read\",\"time\":1760000000000000,"
                + "\"type\":\"row_read\",\"version\":1,\"writer\":0}";
        assertThat(chain.lastEnvelope()).isEqualTo(envelope);
        assertThat(link.leaf()).isEqualTo(Sha256.create().digest(("\0" + envelope).getBytes(UTF_8)));
    }

    @Test
    void linksEachEventToTheOneBefore() {
        Link first = chain.append(note("a"), 1);
        chain.append(note("b"), 1);

        assertThat(chain.lastEnvelope())
                .isEqualTo(
                        "{\"epoch\":1,\"facts\":\"{\\\"note\\\":\\\"b\\\"}\",\"prev\":\""
                                + HexFormat.of().formatHex(first.leaf())
                                + "\",\"run\":\"0198\",\"seq\":1,\"time\":9,\"type\":\"run_noted\",\"version\":1,\"writer\":0}");
    }

    @Test
    void saltsMakeEqualValuesHashDifferently() {
        byte[] value = "yes".getBytes(UTF_8);
        byte[] otherSalt = new byte[16];
        otherSalt[0] = 1;

        assertThat(EventPayload.digest(value, new byte[16]).sha256())
                .isNotEqualTo(EventPayload.digest(value, otherSalt).sha256());
    }

    private static Event note(String text) {
        return Event.of(EventTable.RUN_EVENT, 9, "run_noted", "{\"note\":\"" + text + "\"}");
    }
}
