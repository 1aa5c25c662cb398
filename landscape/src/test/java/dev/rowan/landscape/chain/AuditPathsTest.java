package dev.rowan.landscape.chain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Sha256;
import java.security.MessageDigest;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AuditPathsTest {
    private static final int TREES = 70;

    private static List<byte[]> leaves(int size) {
        var leaves = new ArrayList<byte[]>();
        for (int i = 0; i < size; i++) {
            leaves.add(Chain.leafOf("leaf " + i));
        }
        return leaves;
    }

    private static List<List<byte[]>> paths(List<byte[]> leaves) throws SQLException {
        var paths = new ArrayList<List<byte[]>>();
        for (int leaf = 0; leaf < leaves.size(); leaf++) {
            paths.add(AuditPaths.path(leaf, leaves.size(), (level, index) -> {
                int from = (int) index << level;
                return root(leaves.subList(from, from + (1 << level)));
            }));
        }
        return paths;
    }

    /// The path by its definition, RFC 9162, 2.1.3.1.
    private static List<byte[]> defined(int leaf, List<byte[]> leaves) {
        if (leaves.size() == 1) {
            return List.of();
        }
        int k = Integer.highestOneBit(leaves.size() - 1);
        boolean left = leaf < k;
        var path = new ArrayList<>(
                left ? defined(leaf, leaves.subList(0, k)) : defined(leaf - k, leaves.subList(k, leaves.size())));
        path.add(root(left ? leaves.subList(k, leaves.size()) : leaves.subList(0, k)));
        return path;
    }

    private static byte[] root(List<byte[]> leaves) {
        if (leaves.size() == 1) {
            return leaves.getFirst();
        }
        int k = Integer.highestOneBit(leaves.size() - 1);
        MessageDigest sha = Sha256.create();
        sha.update((byte) 1);
        sha.update(root(leaves.subList(0, k)));
        return sha.digest(root(leaves.subList(k, leaves.size())));
    }

    @Test
    void matchTheDefinitionAndLeadToTheRoot() throws SQLException {
        for (int size = 1; size <= TREES; size++) {
            List<byte[]> leaves = leaves(size);
            List<List<byte[]>> paths = paths(leaves);
            for (int leaf = 0; leaf < size; leaf++) {
                assertThat(paths.get(leaf)).containsExactlyElementsOf(defined(leaf, leaves));
                assertThat(AuditPaths.root(leaf, size, leaves.get(leaf), paths.get(leaf)))
                        .contains(root(leaves));
            }
        }
    }

    @Test
    void doNotLeadToTheRootForAnotherLeafPositionOrPath() throws SQLException {
        List<byte[]> leaves = leaves(21);
        List<List<byte[]>> paths = paths(leaves);
        byte[] root = root(leaves);
        for (int leaf = 0; leaf < 21; leaf++) {
            for (int place = 0; place < 21; place++) {
                boolean leads = AuditPaths.root(place, 21, leaves.get(leaf), paths.get(leaf))
                        .filter(found -> MessageDigest.isEqual(found, root))
                        .isPresent();
                assertThat(leads).isEqualTo(place == leaf);
            }
            List<byte[]> path = paths.get(leaf);
            assertThat(AuditPaths.root(leaf, 21, leaves.get(leaf), path.subList(1, path.size())))
                    .isEmpty();
        }
        assertThat(AuditPaths.root(21, 21, leaves.getFirst(), paths.getFirst())).isEmpty();
    }
}
