package dev.rowan.connectors.azureblob;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/// The committed blocks of a blob.
record CommittedBlocks(List<Block> list) {

    /// A block by its base64 id.
    record Block(String id, long size) {}

    CommittedBlocks {
        list = List.copyOf(list);
    }

    /// Parses the service's XML.
    static CommittedBlocks parse(byte[] xml) throws XMLStreamException {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory(); // whatever others are on the class path
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        XMLStreamReader reader = factory.createXMLStreamReader(new ByteArrayInputStream(xml));
        try {
            return new CommittedBlocks(blocks(reader));
        } catch (NumberFormatException e) {
            throw new XMLStreamException("a size is no number", e);
        } finally {
            reader.close();
        }
    }

    private static List<Block> blocks(XMLStreamReader reader) throws XMLStreamException {
        var blocks = new ArrayList<Block>();
        String id = "";
        boolean committed = false;
        while (reader.hasNext()) {
            if (reader.next() != XMLStreamConstants.START_ELEMENT) {
                continue;
            }
            switch (reader.getLocalName()) {
                case "CommittedBlocks" -> committed = true;
                case "UncommittedBlocks" -> committed = false;
                case "Name" -> id = reader.getElementText().strip();
                case "Size" -> {
                    long size = Long.parseLong(reader.getElementText().strip());
                    if (committed) {
                        blocks.add(new Block(id, size));
                    }
                }
                default -> {}
            }
        }
        return blocks;
    }
}
