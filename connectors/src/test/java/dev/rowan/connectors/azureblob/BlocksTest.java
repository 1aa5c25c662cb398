package dev.rowan.connectors.azureblob;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BlocksTest {
    private static final int MOST = 50_000;

    @Test
    void neverHasMoreThanABlobMayHave() {
        var blocks = new Blocks(new Random(1));
        long bytes = 0;
        while (!blocks.isFull()) {
            bytes += blocks.size();
            blocks.addWhole(blocks.nextId());
        }
        while (!blocks.needsMerge()) {
            blocks.addSmall(blocks.nextId());
        }
        assertThat(blocks.ids()).hasSizeLessThanOrEqualTo(MOST).hasSizeGreaterThan(47_000);
        assertThat(bytes).isGreaterThan(1_100L << 30);
    }

    @Test
    void growsFromFourMebibytesToSixtyFour() {
        var blocks = new Blocks(new Random(1));
        var sizes = new HashSet<Integer>();
        while (!blocks.isFull()) {
            sizes.add(blocks.size() >> 20);
            blocks.addWhole(blocks.nextId());
        }
        assertThat(sizes).containsExactlyInAnyOrder(4, 8, 16, 32, 64);
    }

    @Test
    void idsDifferAreOfOneLengthAndNeedNoEscape() {
        Set<String> ids = new HashSet<>();
        for (long seed = 1; seed <= 10; seed++) {
            var blocks = new Blocks(new Random(seed));
            for (int i = 0; i < 1_000; i++) {
                ids.add(blocks.nextId());
            }
        }
        assertThat(ids).hasSize(10_000).allMatch(id -> id.matches("[A-Za-z0-9]{24}"));
    }

    @Test
    void aFullBlockReplacesTheSmallOnes() {
        var blocks = new Blocks(new Random(1));
        blocks.addWhole("w1");
        blocks.addSmall("s1");
        blocks.addSmall("s2");
        assertThat(blocks.ids()).containsExactly("w1", "s1", "s2");
        blocks.merge("s3");
        assertThat(blocks.ids()).containsExactly("w1", "s3");
        blocks.addWhole("w2");
        assertThat(blocks.ids()).containsExactly("w1", "w2");
        assertThat(Blocks.xml(blocks.ids()))
                .isEqualTo("<?xml version=\"1.0\" encoding=\"utf-8\"?>"
                        + "<BlockList><Latest>w1</Latest><Latest>w2</Latest></BlockList>");
    }
}
