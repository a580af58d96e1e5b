/** Given names that are common in Europe, the Americas, Africa, Arabia, India and East Asia, in Latin letters. Written for this. */

const common =
  'Aaron Abby Abdul Abdullah Abigail Abraham Ada Adam Adele Adrian Adriana Agata Agnes Agnieszka Ahmad Ahmed Aidan Aiko Aisha Akira Alain Alan Albert Alberto Alejandra ' +
  'Alejandro Aleksandr Alena Alessandra Alessandro Alessia Alex Alexander Alexandra Alexandre Alexei Alexis Alfred Alfredo Ali Alice Alicia Alina Alison Allison Alma ' +
  'Alvaro Amanda Amelia Amelie Amina Amir Amit Amy Ana Anand Anastasia Anders Andre Andrea Andreas Andrei Andrew Andrzej Andy Angela Angelica Angelika Angelo Anita Anja ' +
  'Ankit Ann Anna Annabel Annalisa Anne Anneke Annette Annie Annika Anthony Antoine Anton Antonia Antonio Anya Arjun Arne Arnold Arthur Arturo Asha Ashley Astrid Aurora ' +
  'Axel Ayesha Aylin Barbara Bart Bartosz Beate Beatrice Beatriz Ben Benedikt Benjamin Bernard Bernd Bernhard Bertha Bertrand Beth Bethany Betty Beverly Bianca Birgit ' +
  'Björn Bob Bogdan Boris Brad Bradley Brandon Brenda Brendan Brent Brian Bridget Brigitte Bruce Bruno Bryan Caleb Cameron Camila Camilla Camille Carina Carl Carla ' +
  'Carlo Carlos Carmen Carolina Caroline Carolyn Carsten Casey Cassandra Catalina Catherine Cathy Cecilia Cedric Celia Celine Cesar Charles Charlie Charlotte Cheryl ' +
  'Chiara Chidi Chloe Chris Christa Christel Christian Christiane Christina Christine Christoph Christophe Christopher Cindy Claire Clara Clarissa Claude Claudia ' +
  'Claudio Claus Clemens Clement Cleo Colin Colleen Connor Constance Constantin Cora Corinna Corinne Cornelia Craig Cristian Cristina Curtis Cynthia Cyril Dagmar Daisy ' +
  'Damian Damien Dan Dana Daniel Daniela Daniele Danielle Danny Daphne Darius Darren Dave David Deborah Debra Deepak Deepika Delphine Denis Denise Dennis Derek Diana ' +
  'Diane Diego Dieter Dietmar Dimitri Dirk Dmitri Dmitry Dominic Dominik Dominique Don Donald Donna Dora Doris Dorothea Dorothy Doug Douglas Duncan Dylan Ebba Eberhard ' +
  'Eddie Edgar Edith Eduardo Edward Edwin Eileen Elaine Eleanor Elena Eleni Elias Elif Elijah Elin Elisa Elisabeth Elise Eliza Elizabeth Elke Ella Ellen Ellie Elsa Elsie ' +
  'Emil Emilia Emilie Emilio Emily Emma Emmanuel Enrico Enrique Eric Erica Erich Erik Erika Erin Ernest Ernst Esteban Esther Ethan Eugene Eugenia Eva Evan Eve Evelyn ' +
  'Fabian Fabien Fabio Farah Fatima Fatma Federica Federico Felicia Felicity Felipe Felix Ferdinand Fernanda Fernando Filip Finn Fiona Florent Florian Frances Francesca ' +
  'Francesco Francis Francisco Franck Franz Fred Freddie Frederic Frederick Frederik Frieda Friedrich Fritz Gabriel Gabriela Gabriele Gabrielle Gareth Gary Gavin Geoff ' +
  'Geoffrey George Georges Georgios Gerald Gerard Gerd Gerhard Germaine Gertrud Ghislaine Giacomo Gianluca Gilbert Gilles Gina Giorgio Giovanna Giovanni Gisela Giulia ' +
  'Giulio Giuseppe Gloria Gordon Grant Greg Gregor Gregory Greta Grzegorz Guido Guillaume Guillermo Gunnar Gustav Gustavo Guy Gwen Hakan Hamza Hana Hanna Hannah Hannes Hans ' +
  'Harald Harold Harriet Harris Harry Hassan Hazel Heather Hector Heidi Heike Heiko Heinrich Heinz Helen Helena Helene Helga Helmut Hendrik Henri Henrik Henry Herbert ' +
  'Hermann Hilda Hilde Hiroshi Holger Holly Horst Howard Hubert Hugh Hugo Ian Ibrahim Ida Ignacio Igor Ildiko Ilona Imran Ines Inga Inge Ingo Ingrid Irena Irene Irina ' +
  'Irma Isaac Isabel Isabella Isabelle Isla Ismail Ivan Ivana Jacek Jack Jackie Jacob Jacqueline Jacques Jaime Jakob Jakub James Jamie Jan Jana Jane Janet Janice Janine ' +
  'Jasmin Jason Javier Jay Jean Jeanette Jeanne Jeff Jeffrey Jennifer Jenny Jens Jeremy Jerome Jerry Jesse Jessica Jesus Jill Jim Jimmy Jin Joachim Joan Joana Joanna ' +
  'Joanne Joao Jochen Jodie Joe Joel Johan Johann Johanna Johannes John Johnny Jonas Jonathan Jordi Jorge Josef Josefina Joseph Josephine Joshua Josie Juan Juana Judith ' +
  'Judy Julia Julian Juliana Julie Julien Juliet Juliette Julius Jürgen Justin Justine Justyna Kai Kamal Karen Karim Karin Karina Karl Karolina Karsten Kasia Katarina ' +
  'Katarzyna Kate Katharina Katherine Kathleen Kathrin Kathryn Kathy Katie Katja Katrin Kay Kayla Keiko Keith Kelly Ken Kenji Kenneth Kerry Kerstin Kevin Khaled Khalid ' +
  'Kieran Kim Kimberly Kirsten Klara Klaus Konrad Konstantin Krishna Kristen Kristian Kristin Kristina Krzysztof Kurt Kwame Kyle Laila Lars Larry Laura Lauren Laurence ' +
  'Laurent Lea Leah Leila Lena Leo Leon Leona Leonard Leonardo Leonie Leslie Leticia Lewis Liam Lidia Lin Linda Lindsay Lindsey Ling Lisa Lise Liz Logan Lois Lorena ' +
  'Lorenzo Loretta Lothar Louis Louisa Louise Luc Luca Lucas Lucia Luciana Lucie Lucy Ludwig Luigi Luis Luisa Lukas Luke Luz Lydia Lynn Madeleine Madison Magda Magdalena ' +
  'Magnus Mahmoud Maja Malcolm Malgorzata Malik Manfred Manuel Manuela Mara Marc Marcel Marcela Marcelo Marcin Marco Marcos Marcus Margaret Margarita Margot Maria Mariam ' +
  'Marian Mariana Marianne Marie Marijke Marina Mario Marion Marisa Marius Marjorie Marko Markus Marlene Marta Martha Martin Martina Martine Marvin Mary Mateo Mateusz ' +
  'Mathias Mathieu Mathilde Matteo Matthew Matthias Matthieu Maureen Maurice Mauricio Maximilian Maya Megan Mehdi Mehmet Mei Melanie Melissa Mercedes Meryem Mia Micah ' +
  'Michael Michaela Michal Michel Michele Michelle Miguel Mikael Mike Mikhail Mila Milan Milena Milo Ming Minh Mira Miranda Miriam Mitch Mitchell Mohamed Mohammad ' +
  'Mohammed Moira Molly Mona Monica Monika Monique Morgan Moritz Muhammad Mustafa Myriam Nadia Nadine Nancy Naomi Natalia Natalie Natasha Nathalie Nathan Nathaniel Neil ' +
  'Nele Neha Nelson Nguyen Nicholas Nick Nico Nicola Nicolas Nicole Niels Nigel Niklas Nikola Nikolai Nikolaus Nina Noah Noel Noemi Nora Norbert Norma Norman Oksana Olaf ' +
  'Oleg Olena Olga Oliver Olivia Olivier Omar Oscar Oskar Otto Owen Pablo Pamela Paola Paolo Pascal Patrice Patricia Patrick Paul Paula Pauline Paulo Pavel Pawel Pedro ' +
  'Peggy Penelope Perry Peter Petra Phil Philip Philipp Philippe Phillip Phoebe Phyllis Pierre Pilar Piotr Polly Priya Rachel Rafael Rahul Rainer Raj Rajesh Ralf Ralph Ramon ' +
  'Randy Raphael Raquel Rashid Raul Ravi Raymond Rebecca Regina Reinhard Renata Renate Rene Renee Ricardo Richard Rick Ricky Rita Rob Robbie Robert Roberta Roberto ' +
  'Rodney Rodrigo Roger Roland Rolf Roman Ron Ronald Rory Rosa Rosalie Rosanna Rosemary Rosie Ross Roswitha Roxanne Roy Rudolf Rudi Rupert Russell Ruth Ryan Sabine ' +
  'Sabrina Said Sally Salma Salvatore Sam Samantha Samir Samuel Sandeep Sandra Sanjay Santiago Sara Sarah Sascha Sasha Saskia Scott Sean Sebastian Selina Selma Serena ' +
  'Serge Sergei Sergey Sergio Seth Shannon Sharon Sheila Shirley Sibylle Sigrid Silke Silvia Simon Simona Simone Sinead Siobhan Sofia Sofie Solange Sonia Sonja Sophia ' +
  'Sophie Stacy Stan Stanislav Stanley Stefan Stefanie Stefano Steffen Stella Stephan Stephanie Stephen Steve Steven Stewart Stuart Sunita Suresh Susan Susana Susanna ' +
  'Susanne Suzanne Sven Svetlana Sylvia Sylvie Tamara Tania Tanja Tara Tariq Tatiana Ted Teresa Terry Tessa Thea Theo Theodor Theresa Therese Thierry Thomas Thorsten Tiago ' +
  'Tim Timo Timothy Tina Tobias Todd Tom Tomas Tomasz Tommy Toni Tony Tracy Trevor Tristan Trudy Tyler Udo Ulrich Ulrike Ursula Uta Ute Uwe Valentin Valentina Valeria ' +
  'Valerie Vanessa Vera Verena Veronica Veronika Vicky Victoria Vijay Viktor Vikram Vincent Vincenzo Vivian Viviana Vladimir Volker Walter Wanda Wayne Wei Wendy Werner ' +
  'Wiktor Wilhelm William Wim Winston Wolfgang Xavier Ximena Yan Yannick Yara Yasmin Yasmine Yolanda Yoshi Youssef Yuki Yuri Yusuf Yves Yvette Yvonne Zachary Zahra ' +
  'Zainab Zara Zeynep Zoe Zoltan Zsuzsanna'

/** Words, months, virtues and places too: a name only where something beside it says so. */
const doubtful =
  'April Art August Austin Autumn Bill Brook Carol Chad Chance Charity Chase Chelsea Chuck Cliff Crystal Dale Dawn Dean Dick Drew Earl Eden Faith Florence Frank Gene ' +
  'Georgia Ginger Glen Grace Hank Harmony Heath Holiday Hope Hunter India Iris Israel Ivy Jade Jasmine Jordan Josh Joy June Kenya Lance Laurel Lee Lily Mark Mason Max May ' +
  'Melody Mercy Miles Nat Neva Norm Olive Paris Parker Pat Pearl Penny Pierce Piper Porter Ray Reed Rich Rob Robin Rocky Rod Rose Ruby Rusty Sandy Sierra Skip Sky ' +
  'Sterling Sue Summer Sydney Tiffany Trinity Tucker Van Vance Victor Violet Virginia Wade Wally Ward Will Willow Woody'

const namesOf = (list: string): ReadonlySet<string> => new Set(list.split(' '))
export const givenNames = namesOf(common)
export const doubtfulNames = namesOf(doubtful)
