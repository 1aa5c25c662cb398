package dev.rowan.flink;

import java.nio.ByteBuffer;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/// The number of a split of the run's plan.
record SplitNumber(int number) implements SourceSplit {

    @Override
    public String splitId() {
        return String.valueOf(number);
    }

    /// Four bytes.
    static final class Serializer implements SimpleVersionedSerializer<SplitNumber> {
        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(SplitNumber split) {
            return ByteBuffer.allocate(Integer.BYTES).putInt(split.number()).array();
        }

        @Override
        public SplitNumber deserialize(int version, byte[] bytes) {
            return new SplitNumber(ByteBuffer.wrap(bytes).getInt());
        }
    }
}
