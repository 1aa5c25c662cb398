package dev.rowan.flink;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/// Hands out the numbers of all splits, each once. Its state is the numbers that are left; a number that is handed
/// out twice, after a failure, costs nothing, since the record says that its split is done.
final class SplitSource implements Source<Integer, SplitNumber, List<Integer>> {
    private static final long serialVersionUID = 1L;

    private final int splits;

    SplitSource(int splits) {
        this.splits = splits;
    }

    @Override
    public Boundedness getBoundedness() {
        return Boundedness.BOUNDED;
    }

    @Override
    public SplitEnumerator<SplitNumber, List<Integer>> createEnumerator(SplitEnumeratorContext<SplitNumber> context) {
        var all = new ArrayList<Integer>(splits);
        for (int split = 0; split < splits; split++) {
            all.add(split);
        }
        return new SplitNumberEnumerator(context, all);
    }

    @Override
    public SplitEnumerator<SplitNumber, List<Integer>> restoreEnumerator(
            SplitEnumeratorContext<SplitNumber> context, List<Integer> left) {
        return new SplitNumberEnumerator(context, left);
    }

    @Override
    public SourceReader<Integer, SplitNumber> createReader(SourceReaderContext context) {
        return new SplitNumberReader(context);
    }

    @Override
    public SimpleVersionedSerializer<SplitNumber> getSplitSerializer() {
        return new SplitNumber.Serializer();
    }

    @Override
    public SimpleVersionedSerializer<List<Integer>> getEnumeratorCheckpointSerializer() {
        return new Numbers();
    }

    /// Four bytes for each.
    private static final class Numbers implements SimpleVersionedSerializer<List<Integer>> {
        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(List<Integer> numbers) {
            ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES * numbers.size());
            numbers.forEach(bytes::putInt);
            return bytes.array();
        }

        @Override
        public List<Integer> deserialize(int version, byte[] bytes) {
            IntBuffer numbers = ByteBuffer.wrap(bytes).asIntBuffer();
            var left = new ArrayList<Integer>(numbers.remaining());
            while (numbers.hasRemaining()) {
                left.add(numbers.get());
            }
            return left;
        }
    }
}
