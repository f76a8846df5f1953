"""Parts of pictures that games share: SVG elements, emblems, legends, names, seat signs, spots to point at."""
