package dev.rowan.landscape.chain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Sha256;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/// Against the definition of RFC 9162 §2.1.1, written down as it reads.
class MerkleTreePropertyTest {

    @Property
    void equalsTheDefinition(@ForAll @IntRange(min = 1, max = 300) int size) {
        List<byte[]> leaves =
                IntStream.range(0, size).mapToObj(MerkleTreePropertyTest::leaf).toList();
        MerkleTree tree = MerkleTree.create();
        leaves.forEach(tree::append);

        assertThat(tree.root()).isEqualTo(root(leaves));
    }

    private static byte[] leaf(int i) {
        return Sha256.create().digest(ByteBuffer.allocate(5).putInt(1, i).array());
    }

    private static byte[] root(List<byte[]> leaves) {
        int n = leaves.size();
        if (n == 1) {
            return leaves.getFirst();
        }
        int k = Integer.highestOneBit(n - 1);
        var sha = Sha256.create();
        sha.update((byte) 0x01);
        sha.update(root(leaves.subList(0, k)));
        return sha.digest(root(leaves.subList(k, n)));
    }
}
